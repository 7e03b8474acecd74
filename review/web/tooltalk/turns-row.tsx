import { useState } from 'react';
import type { ToolTalkItem } from '../../../core/tooltalk/item.js';
import { FieldRow } from '../form/field-row.js';
import type { Editing } from '../kinds/editing.js';
import { asConversation, callsOf, resultText, withTurnPair } from './conversation-content.js';

const TEXT = { kind: 'text' } as const;

/** A form for the scenario. */
export const ScenarioField = ({ item }: { readonly item: ToolTalkItem }) => (
  <FieldRow
    path={['conversation', 'scenario']}
    label="Scenario"
    field={TEXT}
    value={item.conversation.scenario ?? ''}
    rows={3}
  />
);

interface Props extends Pick<Editing, 'content' | 'onContent' | 'check'> {
  readonly item: ToolTalkItem;
}

/** Buttons that add turns and run the calls. */
export function TurnsRow({ item, content, onContent, check }: Props) {
  const [says, setSays] = useState('');
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
  );
}

/** Calls whose results have changed: `turn 4, call 1 (AddAlarm)`. */
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
