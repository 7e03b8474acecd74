import {
  missingParts,
  TYPE_WORDS,
  type Completion,
  type DocumentItem,
} from '../../../core/t-eval/completion.js';
import type { Path } from '../../../core/json-path.js';
import { FieldRow, ProblemsAt, useForm } from '../form/field-row.js';

const TEXT = { kind: 'text' } as const;
const TYPE = { kind: 'choice', options: TYPE_WORDS, numbers: false } as const;
const PARAMETERS = ['completion', 'parameters'] as const;
const RETURNS = ['completion', 'returns'] as const;
const EMPTY = { name: '', type: 'STRING', description: '' } as const;

/** A form for the completed parts of a tool document; documented parts have no field. */
export function DocumentForm({ item }: { readonly item: DocumentItem }) {
  const { onChange } = useForm();
  const { given, completion } = item;
  const { description, parameters, returns } = missingParts(given);
  const lacking = new Map(parameters.map((one) => [one.name, one]));
  return (
    <>
      <ProblemsAt path={['given']} />
      {description && (
        <FieldRow
          path={['completion', 'description']}
          label="What the API does"
          field={TEXT}
          value={completion.description}
          rows={2}
        />
      )}
      <ProblemsAt path={PARAMETERS} />
      {completion.parameters.map((part, at) => (
        <PartForm
          key={part.name}
          part={part}
          path={[...PARAMETERS, at]}
          legend={`Parameter ${part.name}`}
          lacks={lacking.get(part.name) ?? { type: true, description: true }}
        />
      ))}
      <ProblemsAt path={RETURNS} />
      {completion.returns.map((part, at) => (
        <PartForm
          key={at}
          part={part}
          path={[...RETURNS, at]}
          legend={returns === 'all' ? `Returned field ${at + 1}` : `Returned field ${part.name}`}
          lacks={{ type: returns === 'all', description: true }}
          named={returns === 'all'}
        />
      ))}
      {returns === 'all' && (
        <button
          type="button"
          className="button small"
          onClick={() => onChange([...RETURNS, completion.returns.length], EMPTY)}
        >
          Add a field
        </button>
      )}
    </>
  );
}

interface PartProps {
  readonly part: Completion['returns'][number];
  readonly path: Path;
  readonly legend: string;
  readonly lacks: { readonly type: boolean; readonly description: boolean };
  /** The name is not documented either, and the part may be removed. */
  readonly named?: boolean;
}

function PartForm({ part, path, legend, lacks, named = false }: PartProps) {
  const { onChange } = useForm();
  return (
    <fieldset className="turn-form">
      <legend>{legend}</legend>
      {named ? (
        <FieldRow path={[...path, 'name']} label="Name" field={TEXT} value={part.name} />
      ) : (
        <ProblemsAt path={[...path, 'name']} />
      )}
      {lacks.type ? (
        <FieldRow path={[...path, 'type']} label="Type" field={TYPE} value={part.type} />
      ) : (
        <ProblemsAt path={[...path, 'type']} />
      )}
      {lacks.description ? (
        <FieldRow
          path={[...path, 'description']}
          label="Description"
          field={TEXT}
          value={part.description}
          rows={2}
        />
      ) : (
        <ProblemsAt path={[...path, 'description']} />
      )}
      {named && (
        <button type="button" className="plain" onClick={() => onChange(path, undefined)}>
          Remove this field
        </button>
      )}
    </fieldset>
  );
}
