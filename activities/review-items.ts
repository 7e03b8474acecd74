import type { QueuedItem } from '../core/review/family.js';
import type { ItemReview } from '../core/review/item-review.js';
import type { Review } from '../core/review/policy.js';
import type { Family } from '../core/run.js';
import { GUIDELINE, TOOLS_GUIDELINE, type RunDocument } from '../store/documents.js';
import { toolsQueue } from '../store/review/run-queues.js';
import { getRun, isOfFamily, type Run } from '../store/runs.js';
import type { Store } from '../store/store.js';
import type { Placed, Reserved } from '../transforms/review/outcomes.js';
import { DOCUMENTS_FAMILY } from '../core/review/reject-reasons.js';
import { dialoguesInReview } from './review-dialogues.js';
import { documentsInReview } from './review-documents.js';
import { pathsInReview } from './review-paths.js';
import { recordsInReview } from './review-records.js';
import type { RunContexts } from './run-context.js';

/** What came into a queue in the place of what was rejected. */
export interface Followed {
  readonly items: readonly QueuedItem[];
  /** Whether some are to be rewritten before they come. */
  readonly rewrite: boolean;
}

/** Which items of a run people review: what a family brings to the review stage. */
export interface ReviewedItems {
  /** All that go into a file as they are now, in item id order. */
  readonly open: () => AsyncIterable<QueuedItem>;
  /** Where each of them goes, in item id order. */
  readonly heads: () => Promise<readonly Placed[]>;
  /** What may take the place of others, in the order in which they follow. */
  readonly reserve: () => Promise<readonly Reserved[]>;
  /** Those of the reserve that are to come into the queue now. @param reviews all items of the queue */
  readonly follow: (reviews: () => Promise<ReadonlyMap<string, ItemReview>>) => Promise<Followed>;
}

/** What of a run people decide on: its items, or the tool documents that a model completed for it. */
export type ReviewedPart = 'items' | 'tools';

/** A run on a part of which people decide. */
export interface ReviewedRun {
  readonly queue: string;
  /** What the queue is called. */
  readonly name: string;
  readonly family: Family | typeof DOCUMENTS_FAMILY;
  /** Where its guideline stands among the run's documents. */
  readonly guideline: Pick<RunDocument, 'kind' | 'name'>;
  readonly review: Review;
  readonly seed: number;
  readonly items: ReviewedItems;
}

/** The reviewed run of an id, whatever its family. @throws when its family has no review, or no such part */
export async function reviewedRun(
  store: Store,
  contexts: RunContexts,
  runId: string,
  part: ReviewedPart = 'items',
): Promise<ReviewedRun> {
  const run = await getRun(store, runId);
  if (part === 'tools') return reviewedTools(store, run);
  const { name, frozen } = run;
  if (frozen.family === 'ask') throw new Error(`nobody reviews a run of ${frozen.family}`);
  const { family, review, seed } = frozen;
  const items = {
    'mtu-bench': () => dialoguesInReview(store, contexts, runId),
    't-eval': () => pathsInReview(store, runId),
    correct: () => recordsInReview(store, runId),
  }[family]();
  return { queue: runId, name, family, guideline: GUIDELINE, review, seed, items };
}

/** The tool documents of a run of T-Eval. @throws when none are completed for it */
function reviewedTools(store: Store, run: Run): ReviewedRun {
  const complete = isOfFamily(run, 't-eval') ? run.frozen.settings.complete : undefined;
  if (complete === undefined) throw new Error(`no tool documents are completed for ${run.name}`);
  const { runId, name, frozen } = run;
  return {
    ...{
      queue: toolsQueue(runId),
      name: `${name}.tools`,
      family: DOCUMENTS_FAMILY,
      guideline: TOOLS_GUIDELINE,
    },
    ...{ review: complete.review, seed: frozen.seed, items: documentsInReview(store, runId) },
  };
}
