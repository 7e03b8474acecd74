import type { JsonValue } from '../../../core/canonical.js';
import type { Item, ItemTurn } from '../../../core/mtu-bench/item.js';
import { newCall } from './item-content.js';
import type { Path } from '../../../core/json-path.js';
import { CallForm } from './call-form.js';
import { FieldRow, ProblemsAt, useForm } from '../form/field-row.js';
import type { Tools } from '../kinds/editing.js';

interface Props {
  readonly item: Item;
  readonly tools: Tools;
  readonly onTool: (call: Path, tool: string) => void;
  readonly onArgument: (call: Path, name: string, value: JsonValue | undefined) => void;
}

/** A form for an item, turn by turn. */
export function ItemForm({ item, ...rest }: Props) {
  return (
    <>
      {item.turns.map((turn, at) => (
        <TurnForm key={turn.index} turn={turn} at={at} {...rest} />
      ))}
    </>
  );
}

const TEXT = { kind: 'text' } as const;

/** A form for a turn. */
export function TurnForm({
  turn,
  at,
  ...rest
}: Omit<Props, 'item'> & { readonly turn: ItemTurn; readonly at: number }) {
  const { onChange } = useForm();
  const path = ['turns', at] as const;
  const [document] = rest.tools.documents;
  return (
    <fieldset className="turn-form">
      <legend>Turn {at + 1}</legend>
      <FieldRow path={[...path, 'user']} label="User says" field={TEXT} value={turn.user} rows={2} />
      <FieldRow
        path={[...path, 'thought', 'text']}
        label="Thought"
        field={TEXT}
        value={turn.thought.text}
        rows={2}
      />
      <ProblemsAt path={path} />
      <ProblemsAt path={[...path, 'calls']} />
      {turn.calls.map((call, number) => (
        <CallForm key={number} call={call} path={[...path, 'calls', number]} number={number + 1} {...rest} />
      ))}
      {document && (
        <button
          type="button"
          className="button small"
          onClick={() => onChange([...path, 'calls', turn.calls.length], newCall(document))}
        >
          Add a call
        </button>
      )}
      <FieldRow
        path={[...path, 'observation']}
        label="Result"
        hint="JSON: an object, a list of several, {} for none found, null where nothing is called."
        field={{ kind: 'json' }}
        value={turn.observation}
        rows={2}
      />
      <FieldRow
        path={[...path, 'response']}
        label="Assistant says"
        field={TEXT}
        value={turn.response}
        rows={2}
      />
    </fieldset>
  );
}
