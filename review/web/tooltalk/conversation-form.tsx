import { ProblemsAt } from '../form/field-row.js';
import type { Editing } from '../kinds/editing.js';
import type { ToolTalkItem } from '../../../core/tooltalk/item.js';
import { TURNS, withoutTurn } from './conversation-content.js';
import { TurnForm } from './turn-form.js';
import { ScenarioField, TurnsRow } from './turns-row.js';

interface Props extends Pick<Editing, 'content' | 'tools' | 'onContent' | 'check'> {
  readonly item: ToolTalkItem;
}

/** A form to write or edit a conversation: its turns and calls, with a button that runs the calls. */
export function ConversationForm({ item, content, tools, onContent, check }: Props) {
  return (
    <>
      <ScenarioField item={item} />
      <ProblemsAt path={TURNS} />
      {item.conversation.conversation.map((turn, at) => (
        <TurnForm
          key={at}
          {...{ turn, at, content, tools, onContent }}
          onRemove={() => onContent(withoutTurn(content, item, at))}
        />
      ))}
      <TurnsRow {...{ item, content, onContent, check }} />
    </>
  );
}
