import type { Kysely } from 'kysely';
import { roleSchema } from '../../core/review/api.js';
import { refusalToAssign, type Actor } from '../../core/review/rules.js';
import type { Tables } from '../tables.js';
import { claimable } from './claimable.js';
import type { AssignResult, WantedAssign } from './desk.js';
import { countNumbered, firstNumbered } from './events.js';
import { filtering } from './filter.js';
import { keepPlaces, type Doing } from './keep-places.js';
import { linesOf } from './item-lines.js';
import { claimsOf, placesOfOthers } from './leases.js';
import { loadItem, type LoadedItem } from './load-item.js';
import { queueRow, type Desk, type Queue } from './queue-row.js';
import { assertRole, refusedAs } from './refusals.js';
import { assertThere } from './reviewers.js';
import { shareLeft } from './shares.js';

/** Items shown before an assignment. */
const SAMPLE = 5;
/** Items of one write job: others wait for no longer than these take. */
const SLICE = 200;

/**
 * See `ReviewDesk.assign` and `ReviewDesk.unassign`. What is counted is what the reviewer could claim now and is not kept for
 * them; so neither what others have or are assigned, nor what the reviewer wrote or decided on. The same key sent again
 * does nothing more.
 * @throws REVIEW_FORBIDDEN, QUEUE_NOT_FOUND, REVIEWER_NOT_FOUND, REVIEW_REFUSED
 */
export async function assign(
  desk: Desk,
  queueName: string,
  actor: Actor,
  wanted: WantedAssign,
  doing: Doing,
): Promise<AssignResult> {
  assertRole(actor, ['admin'], queueName);
  const { expected } = wanted;
  if (expected === undefined) return preview(desk, queueName, actor, wanted, doing);
  const { ids, sample } = await begin(desk, queueName, actor, wanted, doing, expected);
  for (let from = 0; from < ids.length; from += SLICE)
    await desk.store.db.write((trx) =>
      doSlice(trx, desk, queueName, actor, wanted, doing, ids.slice(from, from + SLICE)),
    );
  const count = await countNumbered(desk.store.db.read, queueName, wanted.key);
  return { count, left: expected - count, sample, done: true };
}

async function preview(
  { store }: Desk,
  queueName: string,
  actor: Actor,
  wanted: WantedAssign,
  doing: Doing,
): Promise<AssignResult> {
  const { read } = store.db;
  const queue = await queueRow(read, queueName);
  const ids = await chosen(read, queue, actor, wanted, doing, store.now());
  const sample = await sampleOf(read, queue, actor, store.now(), ids);
  return { count: ids.length, left: 0, sample, done: false };
}

/** Ids of the items that it is on, in the order of handing out. */
async function chosen(
  db: Kysely<Tables>,
  queue: Queue,
  actor: Actor,
  { reviewer, filter, most }: WantedAssign,
  doing: Doing,
  now: number,
): Promise<string[]> {
  const role = await assertThere(db, reviewer, doing === 'assigned');
  const person = { name: reviewer, role: roleSchema.parse(role) };
  const items =
    doing === 'assigned'
      ? claimable(db, { queue: queue.queue, policy: queue.policy, actor: person, now }, true)
      : db.selectFrom('review_items as i').where('i.queue', '=', queue.queue);
  const rows = await items
    .where(filtering(db, queue, actor.name, filter))
    .where((eb) => {
      const kept = eb.exists(
        eb
          .selectFrom('review_assigned as k')
          .select('k.item_id')
          .whereRef('k.queue', '=', 'i.queue')
          .whereRef('k.item_id', '=', 'i.item_id')
          .where('k.reviewer', '=', reviewer)
          .$if(doing === 'assigned', (q) => q.where('k.kind', '=', 'kept')),
      );
      return doing === 'assigned' ? eb.not(kept) : kept;
    })
    .select('i.item_id')
    .orderBy('i.turn')
    .orderBy('i.rank')
    .orderBy('i.untouched')
    .orderBy('i.ordinal')
    .$if(most !== undefined, (q) => q.limit(most ?? 0))
    .execute();
  return rows.map(({ item_id }) => item_id);
}

async function sampleOf(
  db: Kysely<Tables>,
  queue: Queue,
  actor: Actor,
  now: number,
  ids: readonly string[],
): Promise<AssignResult['sample']> {
  const rows = [];
  for (const id of ids.slice(0, SAMPLE)) rows.push((await loadItem(db, queue.queue, id)).row);
  return linesOf(db, queue, actor, now, rows);
}

/** Holds the wish against what is there, in one look. @returns no ids where the key has begun before */
async function begin(
  { store }: Desk,
  queueName: string,
  actor: Actor,
  wanted: WantedAssign,
  doing: Doing,
  expected: number,
): Promise<{ ids: readonly string[]; sample: AssignResult['sample'] }> {
  return store.db.write(async (trx) => {
    const queue = await queueRow(trx, queueName);
    const first = await firstNumbered(trx, queueName, wanted.key);
    if (first && (first.by !== actor.name || first.data.type !== doing))
      throw refusedAs('key used', 'This idempotency key was used for something else.', queueName);
    if (first) return { ids: [], sample: [] };
    if (queue.closed) throw refusedAs('closed', 'The queue is closed.', queueName);
    const now = store.now();
    const ids = await chosen(trx, queue, actor, wanted, doing, now);
    const count = ids.length;
    if (count !== expected)
      throw refusedAs('other count', `There are ${count} such items now, not ${expected}.`, queueName, {
        count,
      });
    const { reviewer } = wanted;
    if (doing === 'assigned' && (await freeShare(trx, queueName, reviewer)) < count)
      throw refusedAs(
        'share used up',
        `${reviewer}'s share of this queue, without what is assigned already, is less than that.`,
        queueName,
      );
    return { ids, sample: await sampleOf(trx, queue, actor, now, ids) };
  });
}

/** What of a share is neither decided nor assigned. */
async function freeShare(db: Kysely<Tables>, queue: string, reviewer: string): Promise<number> {
  const { n } = await db
    .selectFrom('review_assigned')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('queue', '=', queue)
    .where('reviewer', '=', reviewer)
    .where('kind', '=', 'kept')
    .executeTakeFirstOrThrow();
  return (await shareLeft(db, queue, reviewer)) - Number(n);
}

async function doSlice(
  trx: Kysely<Tables>,
  { store }: Desk,
  queueName: string,
  actor: Actor,
  { key, reviewer }: WantedAssign,
  doing: Doing,
  ids: readonly string[],
): Promise<void> {
  const queue = await queueRow(trx, queueName);
  const now = store.now();
  // Whoever is ended meanwhile is assigned nothing more.
  const role = await assertThere(trx, reviewer, doing === 'assigned');
  const person = { name: reviewer, role: roleSchema.parse(role) };
  const loaded: LoadedItem[] = [];
  for (const id of ids) {
    const one = await loadItem(trx, queueName, id);
    if (doing === 'unassigned' || (await isStillFree(trx, queue, person, one, now))) loaded.push(one);
  }
  const before = await countNumbered(trx, queueName, key);
  await keepPlaces(trx, queue, now, { loaded, reviewer, by: actor.name, key, before }, doing);
}

/** Whether others have taken the item meanwhile. */
async function isStillFree(
  trx: Kysely<Tables>,
  { queue, policy }: Queue,
  person: Actor,
  one: LoadedItem,
  now: number,
): Promise<boolean> {
  if (refusalToAssign(policy, one.item, person)) return false;
  const claims = await claimsOf(trx, queue, one.row.item_id);
  return placesOfOthers(one, claims, person.name, now) < one.row.room;
}
