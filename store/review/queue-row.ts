import type { Kysely } from 'kysely';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { Policy } from '../../core/review/policy.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';

/** A queue as its row has it. */
export interface Queue {
  readonly queue: string;
  readonly run: string;
  readonly family: string;
  readonly policy: Policy;
  readonly seed: number;
  readonly guideline: number;
  /** Digest of the guideline's text. */
  readonly guidelineContent: string;
  readonly sealing: boolean;
  readonly sealed: boolean;
  readonly closed: boolean;
}

/** Policies by their text: a queue's never changes, and every act needs it. */
const policies = new Map<string, Policy>();

function policyOf(text: string): Policy {
  const known = policies.get(text);
  if (known) return known;
  const policy = JSON.parse(text) as Policy;
  if (policies.size >= 64) policies.clear();
  policies.set(text, policy);
  return policy;
}

/** The row as a queue. */
export const queueOf = (row: Tables['review_queues']): Queue => ({
  queue: row.queue,
  run: row.run,
  family: row.family,
  policy: policyOf(row.policy),
  seed: row.seed,
  guideline: row.guideline,
  guidelineContent: row.guideline_content,
  sealing: row.sealing === 1,
  sealed: row.sealed_ms !== null,
  closed: row.closed_ms !== null,
});

/** A queue, if there is one of this name; inside a write job or for reading. */
export async function findQueue(db: Kysely<Tables>, queue: string): Promise<Queue | undefined> {
  const row = await db.selectFrom('review_queues').selectAll().where('queue', '=', queue).executeTakeFirst();
  return row && queueOf(row);
}

/** The same. @throws QUEUE_NOT_FOUND */
export async function queueRow(db: Kysely<Tables>, queue: string): Promise<Queue> {
  const found = await findQueue(db, queue);
  if (found) return found;
  throw new BenchwrightError('QUEUE_NOT_FOUND', {
    found: `no review queue "${queue}"`,
    where: queue,
    next: '`benchwright review list` shows the queues.',
  });
}

/** All that the review service's files share. */
export interface ReviewContext {
  readonly store: Store;
  /** How long a lease is, in milliseconds. */
  readonly leaseMs: number;
}
