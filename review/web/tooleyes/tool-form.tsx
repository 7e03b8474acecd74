import type { ToolItem } from '../../../core/tooleyes/tool-line.js';
import { FieldRow, ProblemsAt } from '../form/field-row.js';

const TEXT = { kind: 'text' } as const;
const PROPERTIES = ['document', 'parameters', 'properties'] as const;

/** A form for the texts of a tool's document; its parameters cannot be changed. */
export function ToolForm({ item: { document } }: { readonly item: ToolItem }) {
  return (
    <>
      <FieldRow path={['document', 'name']} label="Name" field={TEXT} value={document.name} />
      <FieldRow
        path={['document', 'description']}
        label="What the tool does"
        field={TEXT}
        value={document.description}
        rows={3}
      />
      <ProblemsAt path={['document', 'parameters']} />
      {Object.entries(document.parameters.properties).map(([name, { description }]) => (
        <FieldRow
          key={name}
          path={[...PROPERTIES, name, 'description']}
          label={`Parameter ${name}`}
          field={TEXT}
          value={description}
          rows={2}
        />
      ))}
    </>
  );
}
