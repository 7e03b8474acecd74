import type { UltraToolLineage } from '../../core/ultratool/manifest.js';
import { findingKinds, ultraToolFindingText } from '../../core/ultratool/finding.js';
import { CHECK_STAGE } from '../../core/ultratool/run.js';
import { outcomeAfterReview } from '../../core/review/outcome-after-review.js';
import { streamWorkItems } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import type { SampleToCheck } from './sample.js';
import { UltraToolContext } from './context.js';
import { lineKeys } from '../line-keys.js';
import { queryLines } from './query-lines.js';
import { reviewedSamples, type ReviewedSample } from './review-items.js';

/** A sample of a run with its outcome so far. */
export interface CollectedSample {
  readonly line: UltraToolLineage;
  /** Absent if there is no sample. */
  readonly held?: ReviewedSample;
}

/** All samples of a run with their outcomes, by item id. @param soFar whether some may lack one */
export async function collectSamples(
  store: Store,
  runId: string,
  soFar = false,
): Promise<Map<string, CollectedSample>> {
  const { settings } = await UltraToolContext.open(store, runId);
  const lines = await (settings.generate ? queryLines(store, runId, soFar) : readLines(store, runId));
  const found = new Map<string, CollectedSample>(lines.map((line) => [line.itemId, { line }]));
  for await (const held of reviewedSamples(store, runId)) {
    const before = found.get(held.itemId)?.line;
    // A query that another one's retry made a near-duplicate keeps that outcome.
    if (before?.outcome === 'dropped') continue;
    found.set(held.itemId, { line: lineOf(held, before), held });
  }
  return found;
}

/** Reason of lines that are not samples. */
const UNREADABLE = 'unreadable record';

/** Lines of samples that were read, before they are checked. */
async function readLines(store: Store, runId: string): Promise<UltraToolLineage[]> {
  const lines: UltraToolLineage[] = [];
  for await (const { input } of streamWorkItems(store, runId, CHECK_STAGE)) {
    const { itemId, recordId, problem, keys } = input as SampleToCheck;
    const line = { itemId, recordId, kind: 'read' as const, keys: lineKeys(keys) };
    lines.push(
      problem === undefined
        ? { ...line, outcome: 'undecided' }
        : { ...line, outcome: 'set aside', stage: CHECK_STAGE, reason: UNREADABLE, detail: problem },
    );
  }
  return lines;
}

function lineOf(held: ReviewedSample, before: UltraToolLineage | undefined): UltraToolLineage {
  const { itemId, recordId, item, itemVersion, dropped, reviewRecord, findings } = held;
  const flags = findingKinds(findings);
  const line = {
    ...{ itemId, recordId, kind: item.kind, itemVersion },
    ...(flags.length === 0 ? {} : { flags }),
    keys: lineKeys(held.keys),
    ...(before?.writing && { writing: before.writing }),
    ...(before?.queryReview && { queryReview: before.queryReview }),
  };
  if (dropped !== undefined)
    return {
      ...{ ...line, outcome: 'dropped', stage: CHECK_STAGE, reason: dropped.kind },
      detail: ultraToolFindingText(dropped),
    };
  return { ...line, ...outcomeAfterReview(reviewRecord) };
}
