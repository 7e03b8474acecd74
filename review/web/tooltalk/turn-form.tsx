import type { JsonValue } from '../../../core/canonical.js';
import { AddArgument, ArgumentFields } from '../form/argument-fields.js';
import { FieldRow, ProblemsAt, useForm } from '../form/field-row.js';
import { ToolChooser } from '../form/tool-chooser.js';
import type { Editing } from '../kinds/editing.js';
import { pathText } from '../../../core/json-path.js';
import {
  argumentsOf,
  callsOf,
  callsPath,
  newCall,
  TURNS,
  withCalls,
  type Call,
  type Turn,
} from './conversation-content.js';
import { ResultView } from './result-view.js';

const TEXT = { kind: 'text' } as const;

interface CallOf extends Pick<Editing, 'content' | 'onContent'> {
  readonly turn: Turn;
  /** Index of the turn, from 0. */
  readonly at: number;
  readonly number: number;
}

/** The edits of a turn's calls. */
export function callActions({ turn, at, number, content, onContent }: CallOf) {
  const calls = callsOf(turn);
  const set = (next: readonly Call[]): void => onContent(withCalls(content, at, next));
  return {
    onRemove: (): void => set(calls.filter((_, other) => other !== number)),
    onTool: (next: Call): void => set(calls.map((one, other) => (other === number ? next : one))),
  };
}

interface TurnProps extends Pick<Editing, 'content' | 'tools' | 'onContent'> {
  readonly turn: Turn;
  readonly at: number;
  /** Absent: the turn cannot be removed. */
  readonly onRemove?: () => void;
}

/** A form for a turn and its calls. */
export function TurnForm({ turn, at, content, tools, onContent, onRemove }: TurnProps) {
  const calls = callsOf(turn);
  const [first] = tools.list;
  const set = (next: readonly Call[]): void => onContent(withCalls(content, at, next));
  return (
    <fieldset className="turn-form">
      <legend>
        Turn {at + 1}: {turn.role === 'user' ? 'the user' : 'the assistant'}
      </legend>
      {calls.map((call, number) => (
        <CallForm
          key={number}
          {...{ call, number, tools }}
          turn={at}
          {...callActions({ turn, at, number, content, onContent })}
        />
      ))}
      <FieldRow path={[...TURNS, at, 'text']} label="Says" field={TEXT} value={turn.text} rows={2} />
      <ProblemsAt path={[...TURNS, at]} />
      <div className="row">
        {turn.role === 'assistant' && first && (
          <button
            type="button"
            className="button small"
            onClick={() =>
              set([...calls, newCall({ id: first.id, name: first.id, description: '', parameters: [] })])
            }
          >
            Add a call
          </button>
        )}
        {onRemove && (
          <button type="button" className="plain" onClick={onRemove}>
            Remove this turn
          </button>
        )}
      </div>
    </fieldset>
  );
}

interface CallProps extends Pick<Editing, 'tools'> {
  readonly call: Call;
  readonly turn: number;
  readonly number: number;
  readonly onRemove: () => void;
  readonly onTool: (call: Call) => void;
}

/** A form for a call; the call is executed when the edit is checked. */
export function CallForm({ call, turn, number, tools, onRemove, onTool }: CallProps) {
  const { onChange } = useForm();
  const path = [...callsPath(turn), number];
  const document = tools.documents.find(({ name }) => name === call.request.api_name);
  const given = argumentsOf(call);
  const change = (name: string, value: JsonValue | undefined): void =>
    onChange([...path, 'request', 'parameters', name], value);
  return (
    <fieldset className="call-form" data-call data-place={pathText(path)}>
      <legend>Call {number + 1}</legend>
      <ToolChooser
        path={[...path, 'request', 'api_name']}
        tool={call.request.api_name}
        document={document}
        tools={tools}
        onTool={(name) => onTool(newCall({ id: name, name, description: '', parameters: [] }))}
      />
      <ArgumentFields
        args={given}
        path={[...path, 'request', 'parameters']}
        document={document}
        onArgument={change}
      />
      <ProblemsAt path={path} />
      <div className="row">
        <AddArgument args={given} document={document} onArgument={change} />
        <button type="button" className="plain" onClick={onRemove}>
          Remove this call
        </button>
      </div>
      <ResultView call={call} path={pathText(path)} />
    </fieldset>
  );
}
