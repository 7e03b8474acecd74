import type { Store } from './store.js';
import { noteWorker, workerLives } from './workers.js';

/** What a per-minute limit counts. */
export type PacedResource = 'requests' | 'tokens';

/** If there are fewer permits than workers, the permits rotate at this interval. */
const TURN_MS = 10_000;
/** Maximum time ahead for which a timeline is leased, apart from the last call. */
const AHEAD_MS = 1_000;
/** A timeline leased further ahead than this means that the clock was set back. */
const ASTRAY_MS = 180_000;

/** A worker's request for permits for a provider's model, and the grant. */
export interface PermitAsk {
  /** Identifies the provider's model; all workers with the same scope share its limits. */
  readonly scope: string;
  readonly workerSession: string;
  /** Maximum number of calls in flight of all workers together. */
  readonly limit: number;
  /** Permits that the requesting worker keeps in any case; at least its calls in flight. */
  readonly keep: number;
  /** Permits that it could use. */
  readonly wanted: number;
}
export interface PermitGrant {
  /** Permits that it holds now: `keep` plus free ones. */
  readonly held: number;
  /** Its fair share. A worker that holds more must begin no further calls and soon request with a lower `keep`. */
  readonly share: number;
}

/**
 * Leases permits for calls in flight, in one transaction. Permits of dead workers are free; permits of live workers are
 * never revoked: a worker that holds more than its share sees that in the grant and returns permits. The call also
 * renews the worker's row in `workers`, so that its permits last as long as it repeats the request. A worker that keeps
 * and wants no permits has no row.
 */
export async function leasePermits(store: Store, ask: PermitAsk): Promise<PermitGrant> {
  const { scope, workerSession, limit, keep, wanted } = ask;
  return store.db.write(async (trx) => {
    const now = store.now();
    await noteWorker(trx, workerSession, now);
    const rows = await trx
      .selectFrom('limit_permits as permits')
      .leftJoin('workers', 'workers.worker_session', 'permits.worker_session')
      .select(['permits.worker_session as workerSession', 'permits.held', 'permits.wanted'])
      .select(['workers.pid', 'workers.host', 'workers.seen_ms'])
      .where('permits.scope', '=', scope)
      .where('permits.worker_session', '!=', workerSession)
      .execute();
    const lives = ({ pid, host, seen_ms }: (typeof rows)[number]): boolean =>
      pid !== null && host !== null && seen_ms !== null && workerLives({ pid, host, seen_ms }, now);
    const gone = rows.filter((row) => !lives(row)).map((row) => row.workerSession);
    if (gone.length > 0)
      await trx
        .deleteFrom('limit_permits')
        .where('scope', '=', scope)
        .where('worker_session', 'in', gone)
        .execute();
    const others = rows.filter(lives);
    const held = others.reduce((sum, row) => sum + row.held, 0);
    const shares = fairShares(limit, [...others, { workerSession, wanted }], Math.floor(now / TURN_MS));
    const share = shares.get(workerSession) ?? 0;
    const more = Math.max(0, Math.min(share - keep, limit - held - keep));
    const row = { scope, worker_session: workerSession, held: keep + more, wanted };
    if (row.held === 0 && wanted === 0)
      await trx
        .deleteFrom('limit_permits')
        .where('scope', '=', scope)
        .where('worker_session', '=', workerSession)
        .execute();
    else
      await trx
        .insertInto('limit_permits')
        .values(row)
        .onConflict((c) => c.columns(['scope', 'worker_session']).doUpdateSet({ held: row.held, wanted }))
        .execute();
    return { held: row.held, share };
  });
}

/**
 * Divides permits by max-min fairness: no worker gets more than it wants, and none could get more except from a worker
 * with fewer. Permits that cannot be divided evenly rotate among the workers.
 */
export function fairShares(
  limit: number,
  workers: readonly { readonly workerSession: string; readonly wanted: number }[],
  turn: number,
): Map<string, number> {
  const levelled = (level: number): number =>
    workers.reduce((sum, worker) => sum + Math.min(worker.wanted, level), 0);
  const most = Math.max(0, ...workers.map((worker) => worker.wanted));
  let level = 0;
  while (level < most && levelled(level + 1) <= limit) level += 1;
  let over = limit - levelled(level);
  const names = workers.map((worker) => worker.workerSession).sort();
  const inTurn = [...workers].sort(
    (a, b) => placeOf(names, a.workerSession, turn) - placeOf(names, b.workerSession, turn),
  );
  return new Map(
    inTurn.map(({ workerSession, wanted }) => {
      const extra = wanted > level && over > 0 ? 1 : 0;
      over -= extra;
      return [workerSession, Math.min(wanted, level) + extra];
    }),
  );
}

const placeOf = (names: readonly string[], name: string, turn: number): number =>
  (names.indexOf(name) + turn) % names.length;

/** An interval of a limit's timeline leased to the requesting worker; or none yet, and when to ask again. */
export type PaceGrant =
  | { readonly fromMs: number; readonly toMs: number }
  | { readonly askAgainInMs: number };

/**
 * Leases an interval of a limit's timeline. With a limit of 60 requests per minute, each request takes one second of
 * the timeline and may begin when that second starts. Nothing has to be returned: an interval leased by a dead worker
 * simply passes. Times are those of `store.now()`.
 * @param stepMs time that one call takes; the interval is a whole number of steps, at least one
 * @param wantedMs time that could be used; the interval ends at most `AHEAD_MS` from now, or after one step
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

/** The next interval of a timeline that is leased up to `nextMs`; see `leasePace`. */
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
