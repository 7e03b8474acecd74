import { digestOf } from '../../core/digest.js';
import type { ToolEyesItem } from '../../core/tooleyes/item.js';
import type { ToolEyesLineage, ToolEyesManifest } from '../../core/tooleyes/manifest.js';
import { diffInputs, type InputDifference } from '../diff-inputs.js';
import { comparedOutcome, diffItems, type ComparedContent, type ItemsDiff } from '../diff-items.js';
import { diffTools, sameTools, type ToolsDiff } from '../diff-tools.js';
import { readExportedLibrary, readItems, readToolEyesLineage, readToolEyesManifest } from './read-export.js';

/** Comparison of two `tooleyes` exports, query by query and tool by tool. */
export interface QueriesDiff extends ItemsDiff {
  readonly inputs: readonly InputDifference[];
  /** By category, subcategory and name of the tool. */
  readonly tools: ToolsDiff;
  readonly queries: { readonly before: number; readonly after: number };
}

/** Compares two exports by stable id. @throws NOT_AN_EXPORT */
export async function diffQueries(before: string, after: string): Promise<QueriesDiff> {
  const [was, is] = await Promise.all([readToolEyesManifest(before), readToolEyesManifest(after)]);
  const inputs = diffInputs(was, is);
  const found = diffItems(await comparedItems(before), await comparedItems(after));
  const tools = diffTools(await toolDigests(before, was), await toolDigests(after, is));
  return {
    ...{ inputs, tools, queries: { before: was.counts.accepted, after: is.counts.accepted }, ...found },
    same: found.same && sameTools(tools) && inputs.length === 0,
  };
}

/** Digests of the documents of an export's library. */
async function toolDigests(folder: string, manifest: ToolEyesManifest): Promise<Map<string, string>> {
  const library = await readExportedLibrary(folder, manifest);
  return new Map(
    library.flatMap(({ category, name, tools }) =>
      tools.map((tool) => [`${category}/${name}/${tool.name}`, digestOf(tool)] as const),
    ),
  );
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

/** A query in the form that is compared. */
export const comparedItem = (
  line: Pick<ToolEyesLineage, 'recordId' | 'outcome' | 'reason'>,
  item: ToolEyesItem | undefined,
): ComparedContent =>
  comparedOutcome(line, item, ({ scenario, path, query, turns = null, ending = null, judgement }) => ({
    query: [scenario, path, query],
    trajectory: [turns, ending],
    judgement: judgement === undefined ? null : judgement.eval_score,
  }));
