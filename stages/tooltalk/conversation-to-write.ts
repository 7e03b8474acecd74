import { digestOf } from '../../core/digest.js';
import type { ToolTalkConversation } from '../../core/tooltalk/conversation.js';
import type { SimulatorState } from '../../simulators/suites/state.js';
import type { ScenarioPrompt } from '../../transforms/tooltalk/scenario-prompts.js';
import { conversationId, type ConversationToCheck } from './check-conversations.js';
import { personOf } from './person.js';

/**
 * A conversation that somebody is to write: who it is held with, and which tool it needs; without a turn. Nothing but an
 * edit makes it a conversation, so no other family's rule of what is whole applies to it before.
 */
export function conversationToWrite(
  databases: SimulatorState['databases'],
  { id, set, suites, tool }: ScenarioPrompt,
  how: { readonly seed: number; readonly now: string },
): ConversationToCheck {
  const recordId = `${id}/written`;
  const itemId = conversationId(recordId);
  const { user, metadata } = personOf(databases, { itemId, set, planned: [tool] }, how);
  const conversation = {
    name: `${id}-written`,
    conversation_id: uuidOf(itemId),
    ...{ suites_used: [...suites], apis_used: [] },
    scenario: `A conversation with tools of ${suites.join(', ')} that needs ${tool}.`,
    ...{ user: { ...user }, metadata: { ...metadata }, conversation: [] },
  } satisfies ToolTalkConversation;
  return { itemId, recordId, set, file: `${id}-written.json`, conversation, keys: [] };
}

/** A UUID of version 8, whose digits are ours. */
export function uuidOf(itemId: string): string {
  const digits = digestOf(['conversation', itemId]);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `a${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}
