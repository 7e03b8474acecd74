import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { ReviewFamily } from '../../core/review/family.js';
import {
  DOCUMENTS_FAMILY,
  DUPLICATES_FAMILY,
  INTENTS_FAMILY,
  QUERIES_FAMILY,
} from '../../core/review/reject-reasons.js';
import type { RunTools } from '../../core/t-eval/annotation.js';
import { findRunDocument, PROPOSED_CATALOGUE, runDocument, TOOLS_DOCUMENT } from '../../store/documents.js';
import { placeOfQueue } from '../../store/review/queue-place.js';
import type { Store } from '../../store/store.js';
import { correctReview } from '../../transforms/correct/record-review.js';
import { documentReview } from '../../transforms/t-eval/review/document-review.js';
import { intentReview } from '../../transforms/mtu-bench/review/intent-review.js';
import { mtuBenchReview } from '../../transforms/mtu-bench/review/item-review.js';
import { pairReview } from '../../transforms/mtu-bench/review/pair-review.js';
import { queryReview } from '../../transforms/t-eval/review/query-review.js';
import { tEvalReview } from '../../transforms/t-eval/review/path-review.js';
import { NO_DECISIONS, parseDecisions } from '../../transforms/mtu-bench/clustering/decisions.js';
import { nameTaken } from '../../transforms/mtu-bench/clustering/kept-apart.js';
import type { Catalogue } from '../../transforms/mtu-bench/tools/catalogue.js';

/** Makes what a family brings to review, for a queue: with the tool documents of its run. */
export type MakeFamily = (store: Store, queue: string) => Promise<ReviewFamily>;

/** The families whose items people review. */
const FAMILIES: Readonly<Record<string, MakeFamily>> = {
  // A queue is named after its run, and judged is what the run has since clustering.
  'mtu-bench': async (store, queue) => {
    const text = await runDocument(store, queue, { kind: 'clustered', name: 'clustered' });
    return mtuBenchReview((JSON.parse(text) as { readonly catalogue: Catalogue }).catalogue);
  },
  't-eval': async (store, queue) => {
    const text = await runDocument(store, queue, TOOLS_DOCUMENT);
    return tEvalReview((JSON.parse(text) as RunTools).tools);
  },
  correct: () => Promise.resolve(correctReview),
  // All that is judged stands in its items.
  [DOCUMENTS_FAMILY]: () => Promise.resolve(documentReview()),
  [QUERIES_FAMILY]: () => Promise.resolve(queryReview()),
  [INTENTS_FAMILY]: () => Promise.resolve(intentReview()),
  [DUPLICATES_FAMILY]: async (store, queue) => {
    const runId = placeOfQueue(queue).run_id;
    const { tools } = JSON.parse(await runDocument(store, runId, PROPOSED_CATALOGUE)) as Catalogue;
    const file = await findRunDocument(store, runId, { kind: 'decisions', name: 'decisions' });
    const decisions = file === undefined ? NO_DECISIONS : parseDecisions(file, 'cluster decisions');
    return pairReview(nameTaken(new Map(Object.entries(tools)), decisions));
  },
};

/**
 * The one place that says what family a queue is of. What it made it keeps: a queue's run does not change.
 * @param families by name
 * @returns by queue; @throws QUEUE_NOT_FOUND
 */
export function createFamilyOf(
  store: Store,
  families: Readonly<Record<string, MakeFamily>> = FAMILIES,
): (queue: string) => Promise<ReviewFamily> {
  const known = new Map<string, Promise<ReviewFamily>>();
  return (queue) => {
    const made = known.get(queue) ?? makeFamily(store, queue, families);
    known.set(queue, made);
    // What failed is tried again.
    made.catch(() => known.delete(queue));
    return made;
  };
}

async function makeFamily(
  store: Store,
  queue: string,
  families: Readonly<Record<string, MakeFamily>>,
): Promise<ReviewFamily> {
  const row = await store.db.read
    .selectFrom('review_queues')
    .select('family')
    .where('queue', '=', queue)
    .executeTakeFirst();
  if (row === undefined)
    throw new BenchwrightError('QUEUE_NOT_FOUND', {
      expected: 'a queue that `benchwright review list` shows',
      found: queue,
      next: 'Look at the list; another --home has other queues.',
    });
  const make = families[row.family];
  if (make !== undefined) return make(store, queue);
  throw new BenchwrightError('INTERNAL', {
    expected: `a family among: ${Object.keys(families).join(', ')}`,
    found: row.family,
    where: `queue ${queue}`,
    next: 'Use the version of Benchwright that opened the queue.',
  });
}
