import { digestOf } from '../../core/digest.js';
import type { ToolTalkConversation } from '../../core/tooltalk/conversation.js';
import { toolTalkLineageSchema, type ToolTalkLineage } from '../../core/tooltalk/manifest.js';
import { diffInputs, type InputDifference } from '../diff-inputs.js';
import { diffItems, type ComparedContent, type ItemsDiff } from '../diff-items.js';
import { jsonLinesOf } from '../json-lines.js';
import { join } from 'node:path';
import { readConversations, readToolTalkManifest } from './read-export.js';

/** Comparison of two `tooltalk` exports, conversation by conversation. */
export interface ConversationsDiff extends ItemsDiff {
  readonly inputs: readonly InputDifference[];
  readonly conversations: { readonly before: number; readonly after: number };
}

/** Compares two exports by stable id. @throws NOT_AN_EXPORT */
export async function diffConversations(before: string, after: string): Promise<ConversationsDiff> {
  const [was, is] = await Promise.all([readToolTalkManifest(before), readToolTalkManifest(after)]);
  const inputs = diffInputs(was, is);
  const found = diffItems(await comparedConversations(before), await comparedConversations(after));
  return {
    ...{ inputs, conversations: { before: was.counts.accepted, after: is.counts.accepted }, ...found },
    same: found.same && inputs.length === 0,
  };
}

/** The conversations of an export by item id. @throws NOT_AN_EXPORT */
export async function comparedConversations(folder: string): Promise<Map<string, ComparedContent>> {
  const found = new Map<string, ComparedContent>();
  for await (const row of jsonLinesOf<unknown>(join(folder, 'data', 'lineage.jsonl'))) {
    const line = toolTalkLineageSchema.parse(row);
    if (line.outcome !== 'accepted') found.set(line.itemId, comparedConversation(line, undefined));
  }
  for await (const { line, conversation } of readConversations(folder))
    found.set(line.itemId, comparedConversation(line, conversation));
  return found;
}

/** A conversation in the form that is compared. */
export function comparedConversation(
  { recordId, outcome, reason }: Pick<ToolTalkLineage, 'recordId' | 'outcome' | 'reason'>,
  conversation: ToolTalkConversation | undefined,
): ComparedContent {
  if (outcome !== 'accepted' || conversation === undefined)
    return { name: recordId, end: `${outcome} (${reason ?? ''})` };
  const { conversation: turns, user, metadata } = conversation;
  const parts = Object.entries({
    said: turns.map(({ role, text }) => [role, text]),
    calls: turns.map((turn) => (turn.role === 'assistant' ? (turn.apis ?? []) : [])),
    start: [user, metadata],
  }).map(([part, value]) => [part, digestOf(value)] as const);
  return { name: recordId, end: 'accepted', parts: Object.fromEntries(parts) };
}
