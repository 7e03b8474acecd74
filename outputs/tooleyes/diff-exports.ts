import { digestOf } from '../../core/digest.js';
import type { ToolEyesItem } from '../../core/tooleyes/item.js';
import type { ToolEyesLineage } from '../../core/tooleyes/manifest.js';
import { diffInputs, type InputDifference } from '../diff-inputs.js';
import { diffItems, type ComparedContent, type ItemsDiff } from '../diff-items.js';
import { readItems, readToolEyesLineage, readToolEyesManifest } from './read-export.js';

/** Comparison of two `tooleyes` exports, query by query. */
export interface QueriesDiff extends ItemsDiff {
  readonly inputs: readonly InputDifference[];
  readonly queries: { readonly before: number; readonly after: number };
}

/** Compares two exports by stable id. @throws NOT_AN_EXPORT */
export async function diffQueries(before: string, after: string): Promise<QueriesDiff> {
  const [was, is] = await Promise.all([readToolEyesManifest(before), readToolEyesManifest(after)]);
  const inputs = diffInputs(was, is);
  const found = diffItems(await comparedItems(before), await comparedItems(after));
  return {
    ...{ inputs, queries: { before: was.counts.accepted, after: is.counts.accepted }, ...found },
    same: found.same && inputs.length === 0,
  };
}

/** The queries of an export by item id. @throws NOT_AN_EXPORT */
export async function comparedItems(folder: string): Promise<Map<string, ComparedContent>> {
  const items = new Map<string, ToolEyesItem>();
  for await (const { itemId, item } of readItems(folder)) items.set(itemId, item);
  const found = new Map<string, ComparedContent>();
  for await (const line of readToolEyesLineage(folder))
    found.set(line.itemId, comparedItem(line, items.get(line.itemId)));
  return found;
}

/** A query as comparisons see it. */
export function comparedItem(
  { recordId, outcome, reason }: Pick<ToolEyesLineage, 'recordId' | 'outcome' | 'reason'>,
  item: ToolEyesItem | undefined,
): ComparedContent {
  if (outcome !== 'accepted' || item === undefined)
    return { name: recordId, end: `${outcome} (${reason ?? ''})` };
  const { scenario, path, query, turns = null, ending = null, judgement = null } = item;
  const parts = Object.entries({
    query: [scenario, path, query],
    trajectory: [turns, ending],
    judgement: judgement === null ? null : judgement.eval_score,
  }).map(([part, value]) => [part, digestOf(value)] as const);
  return { name: recordId, end: 'accepted', parts: Object.fromEntries(parts) };
}
