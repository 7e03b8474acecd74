import { useState } from 'react';
import type { JsonValue } from '../../../core/canonical.js';
import type { ToolTalkItem } from '../../../core/tooltalk/item.js';
import { AddArgument, ArgumentFields } from '../form/argument-fields.js';
import { FieldRow, ProblemsAt, useForm } from '../form/field-row.js';
import { ToolChooser } from '../form/tool-chooser.js';
import type { Tools } from '../form/use-tools.js';
import {
  argumentsOf,
  asConversation,
  callsOf,
  callsPath,
  newCall,
  resultText,
  TURNS,
  withCalls,
  withoutTurn,
  withTurnPair,
  type Call,
  type Turn,
} from './conversation-content.js';
import { ResultView } from './conversation-view.js';

interface Props {
  readonly item: ToolTalkItem;
  readonly content: JsonValue;
  readonly tools: Tools;
  readonly onContent: (content: JsonValue) => void;
  /** Checks on the server, which executes the calls. @returns the content with its results; undefined: it has problems */
  readonly check: (content: JsonValue) => Promise<JsonValue | undefined>;
}

const TEXT = { kind: 'text' } as const;

/** A conversation to edit or to write: turns, calls as forms, and a way to run them. */
export function ConversationForm({ item, content, tools, onContent, check }: Props) {
  const [says, setSays] = useState('');
  const turns = item.conversation.conversation;
  const run = async (): Promise<void> => {
    setSays('Running …');
    const again = await check(content);
    const next = again === undefined ? undefined : asConversation(again);
    if (again === undefined || next === undefined) {
      setSays('The calls could not be run: see the problems.');
      return;
    }
    const changed = changedCalls(item, next);
    setSays(
      changed.length === 0
        ? 'The calls were run; no result changed.'
        : `The calls were run; results changed: ${changed.join(', ')}.`,
    );
    onContent(again);
  };
  return (
    <>
      <FieldRow
        path={['conversation', 'scenario']}
        label="Scenario"
        field={TEXT}
        value={item.conversation.scenario ?? ''}
        rows={3}
      />
      <ProblemsAt path={TURNS} />
      {turns.map((turn, at) => (
        <TurnForm
          key={at}
          {...{ turn, at, content, tools, onContent }}
          onRemove={() => onContent(withoutTurn(content, item, at))}
        />
      ))}
      <div className="row">
        <button type="button" className="button small" onClick={() => onContent(withTurnPair(content, item))}>
          Add a turn of the user and one of the assistant
        </button>
        <button type="button" className="button small" onClick={() => void run()}>
          Run the calls
        </button>
        <span role="status" aria-live="polite" data-testid="ran">
          {says}
        </span>
      </div>
    </>
  );
}

/** Calls whose results are others now: `turn 4, call 1 (AddAlarm)`. */
function changedCalls(before: ToolTalkItem, after: ToolTalkItem): string[] {
  return after.conversation.conversation.flatMap((turn, at) =>
    callsOf(turn).flatMap((call, number) => {
      const was = callsOf(before.conversation.conversation[at] ?? turn)[number];
      return was !== undefined && resultText(was) === resultText(call)
        ? []
        : [`turn ${at + 1}, call ${number + 1} (${call.request.api_name})`];
    }),
  );
}

interface TurnProps extends Pick<Props, 'content' | 'tools' | 'onContent'> {
  readonly turn: Turn;
  readonly at: number;
  readonly onRemove: () => void;
}

function TurnForm({ turn, at, content, tools, onContent, onRemove }: TurnProps) {
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
          onRemove={() => set(calls.filter((_, other) => other !== number))}
          onTool={(next) => set(calls.map((one, other) => (other === number ? next : one)))}
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
        <button type="button" className="plain" onClick={onRemove}>
          Remove this turn
        </button>
      </div>
    </fieldset>
  );
}

interface CallProps extends Pick<Props, 'tools'> {
  readonly call: Call;
  readonly turn: number;
  readonly number: number;
  readonly onRemove: () => void;
  readonly onTool: (call: Call) => void;
}

function CallForm({ call, turn, number, tools, onRemove, onTool }: CallProps) {
  const { onChange } = useForm();
  const path = [...callsPath(turn), number];
  const document = tools.documents.find(({ name }) => name === call.request.api_name);
  const given = argumentsOf(call);
  const change = (name: string, value: JsonValue | undefined): void =>
    onChange([...path, 'request', 'parameters', name], value);
  return (
    <fieldset className="call-form">
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
      <ResultView call={call} />
    </fieldset>
  );
}
