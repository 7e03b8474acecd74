import type { JsonValue } from '../../../core/canonical.js';
import type { PublishedCall, RecordItem } from '../../../core/correct/record.js';
import { documentOf } from '../text/document-of.js';
import { argumentsOf, CALLS, isNoCall } from './record-content.js';
import { pathText, type Path } from '../../../core/json-path.js';
import { AddArgument, ArgumentFields } from '../form/argument-fields.js';
import { FieldRow, ProblemsAt, useForm } from '../form/field-row.js';
import { ToolChooser } from '../form/tool-chooser.js';
import type { Tools } from '../kinds/editing.js';

interface Props {
  readonly item: RecordItem;
  readonly tools: Tools;
  /** Adds a call of an offered tool. */
  readonly onAdd: () => void;
  readonly onRemove: (at: number) => void;
}

const TEXT = { kind: 'text' } as const;

/** A form for a published record: its prompt as a whole, its gold call by call. */
export function RecordForm({ item, tools, onAdd, onRemove }: Props) {
  const { id, question, calls } = item.record;
  return (
    <>
      <FieldRow path={['record', 'id']} label="Id" field={TEXT} value={id} />
      <FieldRow
        path={['record', 'question']}
        label="The whole prompt"
        hint="Only your changes here change the file."
        field={TEXT}
        value={question}
        rows={14}
      />
      <ProblemsAt path={['record']} />
      <ProblemsAt path={CALLS} />
      {calls.map((call, at) =>
        isNoCall(call) ? null : (
          <RecordCallForm
            key={at}
            call={call}
            path={[...CALLS, at]}
            number={at + 1}
            {...{ tools, onRemove }}
          />
        ),
      )}
      {calls.every(isNoCall) && <p className="note">No tool is called.</p>}
      {tools.documents.length > 0 && (
        <button type="button" className="button small" onClick={onAdd}>
          Add a call
        </button>
      )}
    </>
  );
}

interface CallProps extends Pick<Props, 'tools' | 'onRemove'> {
  readonly call: PublishedCall;
  readonly path: Path;
  readonly number: number;
}

/** A form for a gold call. */
export function RecordCallForm({ call, path, number, tools, onRemove }: CallProps) {
  const { onChange } = useForm();
  const document = documentOf(tools.documents, call.tool.trim());
  const given = argumentsOf(call);
  const change = (name: string, value: JsonValue | undefined): void =>
    onChange([...path, 'arguments', name], value);
  return (
    <fieldset className="call-form" data-call data-place={pathText(path)}>
      <legend>Call {number}</legend>
      <ToolChooser
        path={[...path, 'tool']}
        tool={call.tool}
        document={document}
        tools={tools}
        onTool={(tool) => onChange([...path, 'tool'], tool)}
      />
      {given ? (
        <ArgumentFields
          args={given}
          path={[...path, 'arguments']}
          document={document}
          onArgument={change}
          loose
        />
      ) : (
        <FieldRow
          path={[...path, 'arguments']}
          label="Arguments, as JSON text"
          field={TEXT}
          value={call.arguments}
          rows={2}
        />
      )}
      {given && <ProblemsAt path={[...path, 'arguments']} />}
      <div className="row">
        {given && <AddArgument args={given} document={document} onArgument={change} loose />}
        <button type="button" className="plain" onClick={() => onRemove(number - 1)}>
          Remove this call
        </button>
      </div>
    </fieldset>
  );
}
