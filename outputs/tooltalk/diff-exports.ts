import type { ToolTalkConversation } from '../../core/tooltalk/conversation.js';
import type { ToolTalkLineage } from '../../core/tooltalk/manifest.js';
import { diffExports } from '../diff-exports.js';
import { comparedOutcome, type ComparedContent } from '../diff-items.js';
import { readConversations, readToolTalkLineage, readToolTalkManifest } from './read-export.js';

/** Compares two `tooltalk` exports conversation by conversation. @throws NOT_AN_EXPORT */
export const diffConversations = diffExports('conversations', {
  ...{ manifest: readToolTalkManifest, compared: comparedConversations },
  count: ({ counts }) => counts.accepted,
});

/** The conversations of an export by item id. @throws NOT_AN_EXPORT */
export async function comparedConversations(folder: string): Promise<Map<string, ComparedContent>> {
  const found = new Map<string, ComparedContent>();
  for await (const line of readToolTalkLineage(folder))
    if (line.outcome !== 'accepted') found.set(line.itemId, comparedConversation(line, undefined));
  for await (const { line, conversation } of readConversations(folder))
    found.set(line.itemId, comparedConversation(line, conversation));
  return found;
}

/** A conversation in the form that is compared. */
export const comparedConversation = (
  line: Pick<ToolTalkLineage, 'recordId' | 'outcome' | 'reason'>,
  held: ToolTalkConversation | undefined,
): ComparedContent =>
  comparedOutcome(line, held, ({ conversation: turns, user, metadata }) => ({
    said: turns.map(({ role, text }) => [role, text]),
    calls: turns.map((turn) => (turn.role === 'assistant' ? (turn.apis ?? []) : [])),
    start: [user, metadata],
  }));
