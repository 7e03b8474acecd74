import type { PlanItem } from '../../core/ultratool/item.js';
import type { UltraToolLineage } from '../../core/ultratool/manifest.js';
import { diffExports } from '../diff-exports.js';
import { comparedOutcome, type ComparedContent } from '../diff-items.js';
import { readSamples, readUltraToolLineage, readUltraToolManifest } from './read-export.js';

/** Compares two `ultratool` exports sample by sample. @throws NOT_AN_EXPORT */
export const diffSamples = diffExports('samples', {
  ...{ manifest: readUltraToolManifest, compared: comparedSamples },
  count: ({ counts }) => counts.accepted,
});

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
export const comparedSample = (
  line: Pick<UltraToolLineage, 'recordId' | 'outcome' | 'reason'>,
  item: PlanItem | undefined,
): ComparedContent =>
  comparedOutcome(line, item, ({ question, domain, plan, tools }) => ({
    question: [question, domain],
    steps: plan.map(({ step }) => step),
    calls: plan.map(({ tool }) => tool),
    tools,
  }));
