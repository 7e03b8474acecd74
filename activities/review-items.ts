import type { QueuedItem } from '../core/review/family.js';
import type { ItemReview } from '../core/review/item-review.js';
import { partName, type RunPart } from '../core/review/part.js';
import type { Review } from '../core/review/policy.js';
import type { Family } from '../core/run.js';
import {
  DUPLICATES_GUIDELINE,
  GUIDELINE,
  QUERIES_GUIDELINE,
  TOOLS_GUIDELINE,
  type RunDocument,
} from '../store/documents.js';
import { partQueue } from '../store/review/run-queues.js';
import { getRun, isOfFamily, type Run } from '../store/runs.js';
import type { Store } from '../store/store.js';
import type { Placed, Reserved } from '../transforms/review/outcomes.js';
import { DOCUMENTS_FAMILY, DUPLICATES_FAMILY, QUERIES_FAMILY } from '../core/review/reject-reasons.js';
import { dialoguesInReview } from './review-dialogues.js';
import { documentsInReview } from './review-documents.js';
import { pairsInReview } from './review-pairs.js';
import { pathsInReview } from './review-paths.js';
import { queriesInReview } from './review-queries.js';
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

/** A run on a part of which people decide. */
export interface ReviewedRun {
  readonly queue: string;
  /** What the queue is called. */
  readonly name: string;
  readonly family: Family | (typeof PARTS)[RunPart]['family'];
  /** Where its guideline stands among the run's documents. */
  readonly guideline: Pick<RunDocument, 'kind' | 'name'>;
  readonly review: Review;
  readonly seed: number;
  readonly items: ReviewedItems;
}

/** The reviewed run of an id, whatever its family. @param part absent: its items; @throws when its family has no review, or no such part */
export async function reviewedRun(
  store: Store,
  contexts: RunContexts,
  runId: string,
  part?: RunPart,
): Promise<ReviewedRun> {
  const run = await getRun(store, runId);
  if (part !== undefined) return reviewedPart(store, run, part);
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

/** What a run waits for before it goes on. @throws when nobody is to decide on this part of it */
function reviewedPart(store: Store, run: Run, part: RunPart): ReviewedRun {
  const { runId, name, frozen } = run;
  const { review: reviewIn, items, ...of } = PARTS[part];
  const review = reviewIn(run);
  if (review === undefined) throw new Error(`nobody decides on the ${part} of ${name}`);
  return {
    ...{ queue: partQueue(runId, part), name: partName(name, part), review, seed: frozen.seed },
    ...{ ...of, items: items(store, runId) },
  };
}

const tEvalSettings = (run: Run) => (isOfFamily(run, 't-eval') ? run.frozen.settings : undefined);
const mtuBenchSettings = (run: Run) => (isOfFamily(run, 'mtu-bench') ? run.frozen.settings : undefined);

/** By part: its queue's family and guideline, by what policy people decide on it, and what there is of it. */
const PARTS = {
  tools: {
    family: DOCUMENTS_FAMILY,
    guideline: TOOLS_GUIDELINE,
    review: (run: Run) => tEvalSettings(run)?.complete?.review,
    items: documentsInReview,
  },
  queries: {
    family: QUERIES_FAMILY,
    guideline: QUERIES_GUIDELINE,
    review: (run: Run) => tEvalSettings(run)?.reviewQueries,
    items: queriesInReview,
  },
  duplicates: {
    family: DUPLICATES_FAMILY,
    guideline: DUPLICATES_GUIDELINE,
    review: (run: Run) => mtuBenchSettings(run)?.reviewDuplicates,
    items: pairsInReview,
  },
} as const satisfies Readonly<Record<RunPart, object>>;
