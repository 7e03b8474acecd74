import type { Store } from './store.js';
import { noteWorker, workerLives } from './workers.js';

/** What a limit a minute counts. */
export type PacedResource = 'requests' | 'tokens';

/** Where there are fewer permits than workers, they go round this often. */
const TURN_MS = 10_000;
/** A time line is given away at most so far ahead, besides the call that is at its end. */
const AHEAD_MS = 1_000;
/** Further ahead than that and a call's minute it can only be because the clock was set back. */
const ASTRAY_MS = 180_000;

/** What a worker asks for at a provider's model, and what it gets. */
export interface PermitAsk {
  /** Names the provider's model: all workers that say the same share its limits. */
  readonly scope: string;
  readonly incarnation: string;
  /** Calls in flight that all workers may have together. */
  readonly limit: number;
  /** Permits that the asking worker goes on holding whatever the answer is: never fewer than its calls in flight. */
  readonly keep: number;
  /** Permits that it could use. */
  readonly wanted: number;
}
export interface PermitGrant {
  /** What it holds now: `keep` and what was free. */
  readonly held: number;
  /** What is due to it; where it holds more, it is to begin no call beyond that, and to say a lower `keep` soon. */
  readonly share: number;
}

/**
 * Leases permits for calls in flight, in one transaction: those of dead workers are free, and nobody's are taken away:
 * who holds more than is due learns it from the answer and gives back. The asking worker counts as alive from here on
 * (`workers` table), so that its permits last as long as it asks again. A worker that keeps nothing and wants nothing
 * has no row.
 */
export async function leasePermits(store: Store, ask: PermitAsk): Promise<PermitGrant> {
  const { scope, incarnation, limit, keep, wanted } = ask;
  return store.db.write(async (trx) => {
    const now = store.now();
    await noteWorker(trx, incarnation, now);
    const rows = await trx
      .selectFrom('limit_permits as permits')
      .leftJoin('workers', 'workers.incarnation', 'permits.incarnation')
      .select(['permits.incarnation', 'permits.held', 'permits.wanted'])
      .select(['workers.pid', 'workers.host', 'workers.seen_ms'])
      .where('permits.scope', '=', scope)
      .where('permits.incarnation', '!=', incarnation)
      .execute();
    const lives = ({ pid, host, seen_ms }: (typeof rows)[number]): boolean =>
      pid !== null && host !== null && seen_ms !== null && workerLives({ pid, host, seen_ms }, now);
    const gone = rows.filter((row) => !lives(row)).map((row) => row.incarnation);
    if (gone.length > 0)
      await trx
        .deleteFrom('limit_permits')
        .where('scope', '=', scope)
        .where('incarnation', 'in', gone)
        .execute();
    const others = rows.filter(lives);
    const held = others.reduce((sum, row) => sum + row.held, 0);
    const shares = fairShares(limit, [...others, { incarnation, wanted }], Math.floor(now / TURN_MS));
    const share = shares.get(incarnation) ?? 0;
    const more = Math.max(0, Math.min(share - keep, limit - held - keep));
    const row = { scope, incarnation, held: keep + more, wanted };
    if (row.held === 0 && wanted === 0)
      await trx
        .deleteFrom('limit_permits')
        .where('scope', '=', scope)
        .where('incarnation', '=', incarnation)
        .execute();
    else
      await trx
        .insertInto('limit_permits')
        .values(row)
        .onConflict((c) => c.columns(['scope', 'incarnation']).doUpdateSet({ held: row.held, wanted }))
        .execute();
    return { held: row.held, share };
  });
}

/**
 * Divides permits so that nobody gets more than it wants and nobody could get more except from one that has less
 * (max-min fairness). What cannot be divided evenly goes to those whose turn it is.
 */
export function fairShares(
  limit: number,
  workers: readonly { readonly incarnation: string; readonly wanted: number }[],
  turn: number,
): Map<string, number> {
  const levelled = (level: number): number =>
    workers.reduce((sum, worker) => sum + Math.min(worker.wanted, level), 0);
  const most = Math.max(0, ...workers.map((worker) => worker.wanted));
  let level = 0;
  while (level < most && levelled(level + 1) <= limit) level += 1;
  let over = limit - levelled(level);
  const names = workers.map((worker) => worker.incarnation).sort();
  const inTurn = [...workers].sort(
    (a, b) => placeOf(names, a.incarnation, turn) - placeOf(names, b.incarnation, turn),
  );
  return new Map(
    inTurn.map(({ incarnation, wanted }) => {
      const extra = wanted > level && over > 0 ? 1 : 0;
      over -= extra;
      return [incarnation, Math.min(wanted, level) + extra];
    }),
  );
}

const placeOf = (names: readonly string[], name: string, turn: number): number =>
  (names.indexOf(name) + turn) % names.length;

/** A stretch of a limit's time line that belongs to the asking worker; or none yet, and when to ask again. */
export type PaceGrant =
  | { readonly fromMs: number; readonly toMs: number }
  | { readonly askAgainInMs: number };

/**
 * Leases a stretch of a limit's time line: a limit of 60 requests a minute gives every request a second of it, and a
 * call may begin when the time of its second has come. So nothing has to be given back: what a dead worker leased
 * passes by. Times are those of `store.now()`.
 * @param stepMs what one call needs: at least one step is given, and whole steps only
 * @param wantedMs what could be used; stretches end at most `AHEAD_MS` from now, or with the first step
 */
export async function leasePace(
  store: Store,
  ask: {
    readonly scope: string;
    readonly resource: PacedResource;
    readonly stepMs: number;
    readonly wantedMs: number;
  },
): Promise<PaceGrant> {
  const { scope, resource } = ask;
  return store.db.write(async (trx) => {
    const row = await trx
      .selectFrom('limit_pace')
      .select('next_ms')
      .where('scope', '=', scope)
      .where('resource', '=', resource)
      .executeTakeFirst();
    const grant = nextStretch(row?.next_ms, store.now(), ask);
    if ('toMs' in grant)
      await trx
        .insertInto('limit_pace')
        .values({ scope, resource, next_ms: grant.toMs })
        .onConflict((c) => c.columns(['scope', 'resource']).doUpdateSet({ next_ms: grant.toMs }))
        .execute();
    return grant;
  });
}

/** The next stretch of a time line that is given away up to `nextMs`; see `leasePace`. */
export function nextStretch(
  nextMs: number | undefined,
  now: number,
  { stepMs, wantedMs }: { readonly stepMs: number; readonly wantedMs: number },
): PaceGrant {
  const astray = nextMs === undefined || nextMs > now + ASTRAY_MS;
  const fromMs = astray ? now : Math.max(now, nextMs);
  const room = now + AHEAD_MS - fromMs;
  if (room < 0) return { askAgainInMs: -room };
  const steps = Math.max(1, Math.floor(Math.min(wantedMs, room) / stepMs + 1e-9));
  return { fromMs, toMs: fromMs + steps * stepMs };
}
