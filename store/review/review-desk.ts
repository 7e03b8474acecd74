import type { Store } from '../store.js';
import { comment, flag, reopen, skip, undo } from './acts.js';
import { arrangements } from './arrangements.js';
import { addItems, sealQueue } from './arrivals.js';
import { assign } from './assign.js';
import { bulk, undoBulk } from './bulk.js';
import { claim, release, renew, takeOver } from './claim.js';
import { readContents } from './contents.js';
import { decide } from './decide.js';
import type { ReviewDesk } from './desk.js';
import { streamEvents } from './events.js';
import { setGuideline } from './guideline.js';
import { listItems } from './item-lines.js';
import { pageOfItem } from './item-page.js';
import { lastDecision } from './last-decision.js';
import { handleLate } from './late.js';
import { listQueues, viewQueue } from './queue-views.js';
import { queueRow } from './queue-row.js';
import { closeQueue, openQueue, progressOf } from './queues.js';
import { assertRole } from './refusals.js';
import { rebuild } from './rebuild.js';
import { setShare } from './shares.js';
import { workloads } from './workloads.js';

/** Twenty minutes; the page renews while it is visible. */
const LEASE_MS = 20 * 60_000;

/** Claims and decisions on a store (see {@link ReviewDesk}). @param leaseMs how long a lease is @default 20 minutes */
export function createReviewDesk(
  store: Store,
  { leaseMs = LEASE_MS }: { leaseMs?: number } = {},
): ReviewDesk {
  const desk = { store, leaseMs };
  return {
    openQueue: (queue) => openQueue(desk, queue),
    addItems: (queue, items) => addItems(desk, queue, items),
    sealQueue: (queue) => sealQueue(desk, queue),
    progress: (queue) => progressOf(desk, queue),
    handleLate: (queue) => handleLate(desk, queue),
    closeQueue: (queue) => closeQueue(desk, queue),
    queues: (actor) => listQueues(desk, actor),
    queue: (queue, actor) => viewQueue(desk, queue, actor),
    items: (queue, actor, filter, page) => listItems(desk, queue, actor, filter, page),
    lastDecision: (queue, actor) => lastDecision(desk, queue, actor),
    item: (queue, itemId, actor, family) => pageOfItem(desk, queue, itemId, actor, family),
    claim: (queue, actor, wanted, family) => claim(desk, queue, actor, wanted, family),
    renew: (queue, itemId, actor, token) => renew(desk, queue, itemId, actor, token),
    release: (queue, itemId, actor, token) => release(desk, queue, itemId, actor, token),
    takeOver: (queue, itemId, actor, family) => takeOver(desk, queue, itemId, actor, family),
    decide: (queue, itemId, actor, decision, family) => decide(desk, queue, itemId, actor, decision, family),
    decideElsewhere: (queue, itemId, actor, decision, family) =>
      decide(desk, queue, itemId, actor, decision, family),
    arrangements: (queue) => arrangements(desk, queue),
    undo: (queue, itemId, actor, wanted) => undo(desk, queue, itemId, actor, wanted),
    skip: (queue, itemId, actor, wanted) => skip(desk, queue, itemId, actor, wanted),
    flag: (queue, itemId, actor, wanted) => flag(desk, queue, itemId, actor, wanted),
    comment: (queue, itemId, actor, wanted) => comment(desk, queue, itemId, actor, wanted),
    reopen: (queue, itemId, actor, wanted) => reopen(desk, queue, itemId, actor, wanted),
    bulk: (queue, actor, wanted) => bulk(desk, queue, actor, wanted),
    undoBulk: (queue, actor, wanted) => undoBulk(desk, queue, actor, wanted),
    setGuideline: (queue, actor, change) => setGuideline(desk, queue, actor, change),
    assign: (queue, actor, wanted) => assign(desk, queue, actor, wanted, 'assigned'),
    unassign: (queue, actor, wanted) => assign(desk, queue, actor, wanted, 'unassigned'),
    workloads: async (queue, actor) => {
      assertRole(actor, ['admin'], queue);
      await queueRow(store.db.read, queue);
      return workloads(store.db.read, queue, store.now());
    },
    setShare: (queue, actor, share) => setShare(desk, queue, actor, share),
    events: (queue) => streamEvents(store, queue),
    guideline: async (queue) => {
      const { guidelineContent } = await queueRow(store.db.read, queue);
      return (await readContents(store.db.read, [guidelineContent]))(guidelineContent) as string;
    },
    content: async (digest) => (await readContents(store.db.read, [digest]))(digest),
    rebuild: (queue) => rebuild(desk, queue),
  };
}
