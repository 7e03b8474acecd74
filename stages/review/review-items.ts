import type { QueuedItem } from '../../core/review/family.js';
import type { ItemReview } from '../../core/review/item-review.js';
import { partName, type RunPart } from '../../core/review/part.js';
import type { Review } from '../../core/review/policy.js';
import type { Family } from '../../core/run.js';
import {
  DUPLICATES_GUIDELINE,
  GUIDELINE,
  INTENTS_GUIDELINE,
  QUERIES_GUIDELINE,
  TOOLS_GUIDELINE,
  type RunDocument,
} from '../../store/documents.js';
import { partQueue } from '../../store/review/run-queues.js';
import { getRun, isOfFamily, type Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import type { Placed, Reserved } from '../../transforms/review/outcomes.js';
import {
  DOCUMENTS_FAMILY,
  DUPLICATES_FAMILY,
  INTENTS_FAMILY,
  QUERIES_FAMILY,
} from '../../core/review/reject-reasons.js';
import { dialoguesInReview } from '../mtu-bench/review-dialogues.js';
import { documentsInReview } from '../t-eval/review-documents.js';
import { intentsInReview } from '../mtu-bench/review-intents.js';
import { pairsInReview } from '../mtu-bench/review-pairs.js';
import { pathsInReview } from '../t-eval/review-paths.js';
import { queriesInReview } from '../t-eval/review-queries.js';
import { recordsInReview } from '../correct/review-records.js';
import type { RunContexts } from '../mtu-bench/run-context.js';

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
  readonly family: Family | (typeof PART_FAMILIES)[RunPart];
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
  if (part !== undefined) return reviewedPart(store, contexts, run, part);
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
function reviewedPart(store: Store, contexts: RunContexts, run: Run, part: RunPart): ReviewedRun {
  const { runId, name, frozen } = run;
  const found = PARTS[part]({ store, contexts }, run);
  if (found?.review === undefined) throw new Error(`nobody decides on the ${part} of ${name}`);
  return {
    ...{ queue: partQueue(runId, part), name: partName(name, part), seed: frozen.seed },
    ...{ family: PART_FAMILIES[part], guideline: PART_GUIDELINES[part] },
    ...{ review: found.review, items: found.items() },
  };
}

const PART_FAMILIES = {
  tools: DOCUMENTS_FAMILY,
  queries: QUERIES_FAMILY,
  intents: INTENTS_FAMILY,
  duplicates: DUPLICATES_FAMILY,
} as const satisfies Record<RunPart, string>;

const PART_GUIDELINES: Readonly<Record<RunPart, ReviewedRun['guideline']>> = {
  tools: TOOLS_GUIDELINE,
  queries: QUERIES_GUIDELINE,
  intents: INTENTS_GUIDELINE,
  duplicates: DUPLICATES_GUIDELINE,
};

/** Who decides on a part, and on what. */
interface DecidedPart {
  readonly review: Review | undefined;
  readonly items: () => ReviewedItems;
}

/** Each part as its family has it; undefined for a run of another family. */
const PARTS: Readonly<
  Record<
    RunPart,
    (deps: { readonly store: Store; readonly contexts: RunContexts }, run: Run) => DecidedPart | undefined
  >
> = {
  tools: ({ store }, run) =>
    isOfFamily(run, 't-eval')
      ? {
          review: run.frozen.settings.complete?.review,
          items: () => documentsInReview(store, run.runId),
        }
      : undefined,
  queries: ({ store }, run) =>
    isOfFamily(run, 't-eval')
      ? { review: run.frozen.settings.reviewQueries, items: () => queriesInReview(store, run.runId) }
      : undefined,
  intents: ({ store, contexts }, run) =>
    isOfFamily(run, 'mtu-bench')
      ? {
          review: run.frozen.settings.reviewIntents,
          items: () => intentsInReview(store, contexts, run.runId),
        }
      : undefined,
  duplicates: ({ store }, run) =>
    isOfFamily(run, 'mtu-bench')
      ? { review: run.frozen.settings.reviewDuplicates, items: () => pairsInReview(store, run.runId) }
      : undefined,
};
