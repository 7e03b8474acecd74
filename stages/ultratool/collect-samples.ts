import type { UltraToolLineage } from '../../core/ultratool/manifest.js';
import { findingKinds, ultraToolFindingText } from '../../core/ultratool/finding.js';
import { CHECK_STAGE } from '../../core/ultratool/run.js';
import { REJECTED, UNDECIDED } from '../../store/mtu-bench/export-streams.js';
import { streamSubjects } from '../../store/stages/subjects.js';
import type { Store } from '../../store/store.js';
import type { SampleToCheck } from './check-items.js';
import { reviewedSamples, type ReviewedSample } from './review-items.js';

/** A sample of a run with what became of it so far. */
export interface CollectedSample {
  readonly line: UltraToolLineage;
  /** Absent where none was made. */
  readonly held?: ReviewedSample;
}

/** All samples of a run with their outcomes, by item id. */
export async function collectSamples(store: Store, runId: string): Promise<Map<string, CollectedSample>> {
  const found = new Map<string, CollectedSample>();
  for await (const { input } of streamSubjects(store, runId, CHECK_STAGE)) {
    const { itemId, recordId, problem, keys } = input as SampleToCheck;
    const line = { itemId, recordId, kind: 'read' as const, keys: keysOf(keys) };
    found.set(itemId, {
      line:
        problem === undefined
          ? { ...line, outcome: 'undecided' }
          : { ...line, outcome: 'set aside', stage: CHECK_STAGE, reason: UNREADABLE, detail: problem },
    });
  }
  for await (const held of reviewedSamples(store, runId))
    found.set(held.itemId, { line: lineOf(held, found.get(held.itemId)?.line), held });
  return found;
}

/** Why a line of a file is no sample. */
const UNREADABLE = 'unreadable record';

const keysOf = (keys: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(keys).map(([stage, of]) => [stage, [...of]]));

function lineOf(held: ReviewedSample, before: UltraToolLineage | undefined): UltraToolLineage {
  const { itemId, recordId, item, itemVersion, dropped, told, findings } = held;
  const flags = findingKinds(findings);
  const line = {
    ...{ itemId, recordId, kind: item.kind, itemVersion },
    ...(flags.length === 0 ? {} : { flags }),
    keys: keysOf(held.keys),
    ...(before?.queryReview && { queryReview: before.queryReview }),
  };
  if (dropped !== undefined)
    return {
      ...{ ...line, outcome: 'dropped', stage: CHECK_STAGE, reason: dropped.kind },
      detail: ultraToolFindingText(dropped),
    };
  if (told === undefined) return { ...line, outcome: 'accepted' };
  const reviewed = { ...line, review: told };
  if (told.split !== undefined) return { ...reviewed, outcome: 'accepted' };
  if (told.outcome === 'rejected')
    return { ...reviewed, outcome: 'dropped', stage: 'review', reason: REJECTED, detail: told.reason ?? '' };
  return { ...reviewed, outcome: 'undecided', stage: 'review', reason: UNDECIDED, detail: '' };
}
