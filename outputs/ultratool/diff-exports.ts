import { digestOf } from '../../core/digest.js';
import type { PlanItem } from '../../core/ultratool/item.js';
import type { UltraToolLineage } from '../../core/ultratool/manifest.js';
import { diffInputs, type InputDifference } from '../diff-inputs.js';
import { diffItems, type ComparedContent, type ItemsDiff } from '../diff-items.js';
import { readSamples, readUltraToolLineage, readUltraToolManifest } from './read-export.js';

/** Comparison of two `ultratool` exports, sample by sample. */
export interface SamplesDiff extends ItemsDiff {
  readonly inputs: readonly InputDifference[];
  readonly samples: { readonly before: number; readonly after: number };
}

/** Compares two exports by stable id. @throws NOT_AN_EXPORT */
export async function diffSamples(before: string, after: string): Promise<SamplesDiff> {
  const [was, is] = await Promise.all([readUltraToolManifest(before), readUltraToolManifest(after)]);
  const inputs = diffInputs(was, is);
  const found = diffItems(await comparedSamples(before), await comparedSamples(after));
  return {
    ...{ inputs, samples: { before: was.counts.accepted, after: is.counts.accepted }, ...found },
    same: found.same && inputs.length === 0,
  };
}

/** The samples of an export by item id. @throws NOT_AN_EXPORT */
export async function comparedSamples(folder: string): Promise<Map<string, ComparedContent>> {
  const found = new Map<string, ComparedContent>();
  for await (const line of readUltraToolLineage(folder))
    found.set(line.itemId, comparedSample(line, undefined));
  for await (const { itemId, recordId, item } of readSamples(folder))
    found.set(itemId, comparedSample({ recordId, outcome: 'accepted' }, item));
  return found;
}

/** A sample in the form that is compared. */
export function comparedSample(
  { recordId, outcome, reason }: Pick<UltraToolLineage, 'recordId' | 'outcome' | 'reason'>,
  item: PlanItem | undefined,
): ComparedContent {
  if (outcome !== 'accepted' || item === undefined)
    return { name: recordId, end: `${outcome} (${reason ?? ''})` };
  const { question, domain, plan, tools } = item;
  const parts = Object.entries({
    question: [question, domain],
    steps: plan.map(({ step }) => step),
    calls: plan.map(({ tool }) => tool),
    tools,
  }).map(([part, value]) => [part, digestOf(value)] as const);
  return { name: recordId, end: 'accepted', parts: Object.fromEntries(parts) };
}
