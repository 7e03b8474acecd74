import type { Kysely } from 'kysely';
import { callOutcomeSchema, type CallOutcome } from '../../core/call-outcome.js';
import { unpackText } from '../compress.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';
import { workerLives } from '../workers.js';

/** What a run asked for: the answer is linked to it, so that an export can carry exactly what a dataset was built from. */
export interface CallUse {
  readonly runId: string;
  readonly stage: string;
  /** The item, conversation or tool that the call was for. */
  readonly subject: string;
}

/** A call that has been sent and is neither settled nor released. */
interface Flight {
  readonly owner: string;
  readonly ticket: string;
  /** Whether the worker that sent it lives; a batch lives until it is settled, whatever worker dies. */
  readonly living: boolean;
  /** The run that sent it, and what it has reserved for it, in US dollars. */
  readonly runId: string | null;
  readonly reservedUsd: number | null;
  /** The batch that it is in. */
  readonly batch?: string;
}

/** What the store has of calls, by key; a key in neither is free. */
export interface CallStates {
  /** The outcomes of those that ended for good, still compressed. */
  readonly final: ReadonlyMap<string, FinalRow>;
  readonly flights: ReadonlyMap<string, Flight>;
}

/** Looks up calls, inside a write job or outside. */
export async function callStates(
  db: Kysely<Tables>,
  keys: readonly string[],
  now: number,
): Promise<CallStates> {
  const final = await finalRows(db, keys);
  const rest = keys.filter((key) => !final.has(key));
  if (rest.length === 0) return { final, flights: new Map() };
  const rows = await db
    .selectFrom('calls_in_flight as f')
    .leftJoin('workers as w', 'w.incarnation', 'f.owner')
    .leftJoin('batches as b', 'b.batch_id', 'f.owner')
    .select(['f.key', 'f.owner', 'f.ticket', 'f.run_id', 'f.reserved_usd'])
    .select(['w.pid', 'w.host', 'w.seen_ms', 'b.status'])
    .where('f.key', 'in', rest)
    .execute();
  const flights = rows.map(({ key, owner, ticket, run_id, reserved_usd, status, ...row }) => {
    const flight = { owner, ticket, runId: run_id, reservedUsd: reserved_usd };
    if (status !== null) return [key, { ...flight, living: status !== 'settled', batch: owner }] as const;
    return [key, { ...flight, living: flightLives(row, now) }] as const;
  });
  return { final, flights: new Map(flights) };
}

/** Whether the owner of a call in flight lives, by its row of `workers`, if there still is one. */
export function flightLives(
  { pid, host, seen_ms }: { readonly [column in 'pid' | 'seen_ms']: number | null } & { host: string | null },
  now: number,
): boolean {
  // Rows of dead workers are removed by whoever comes across them.
  return pid !== null && host !== null && seen_ms !== null && workerLives({ pid, host, seen_ms }, now);
}

/** The outcome of a call, still compressed, and the sending that brought it. */
type FinalRow = Pick<Tables['calls'], 'body' | 'ticket'>;

/** Those of the calls that ended for good, by key. */
export async function finalRows(db: Kysely<Tables>, keys: readonly string[]): Promise<Map<string, FinalRow>> {
  const rows = await db
    .selectFrom('calls')
    .select(['key', 'body', 'ticket'])
    .where('key', 'in', keys)
    .execute();
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

/**
 * The outcome of a call that ended for good, looked up without writing.
 * @returns with `linked`: its use was noted before, so nothing is left to write; undefined when it has none
 */
export async function finalCall(
  store: Store,
  key: string,
  use: CallUse | undefined,
): Promise<{ readonly outcome: CallOutcome; readonly linked: boolean } | undefined> {
  const { runId, stage, subject } = use ?? { runId: '', stage: '', subject: '' };
  const row = await store.db.read
    .selectFrom('calls as c')
    .leftJoin('run_calls as u', (join) =>
      join
        .onRef('u.key', '=', 'c.key')
        .on('u.run_id', '=', runId)
        .on('u.stage', '=', stage)
        .on('u.subject', '=', subject),
    )
    .select(['c.body', 'u.seq'])
    .where('c.key', '=', key)
    .executeTakeFirst();
  return row && { outcome: unpackOutcome(row.body), linked: use === undefined || row.seq !== null };
}

/** Whether a living worker has the call on the wire. */
export async function isInFlight(store: Store, key: string): Promise<boolean> {
  const { flights } = await callStates(store.db.read, [key], store.now());
  return flights.get(key)?.living === true;
}

/** Notes which runs used which answers; what is noted already stays. Inside a write job. */
export async function linkUses(
  trx: Kysely<Tables>,
  uses: readonly { readonly key: string; readonly use: CallUse | undefined }[],
): Promise<void> {
  const rows = uses.flatMap(({ key, use }) =>
    use === undefined ? [] : [{ key, run_id: use.runId, stage: use.stage, subject: use.subject }],
  );
  if (rows.length === 0) return;
  await trx
    .insertInto('run_calls')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute();
}

/** An outcome as it is kept. */
export const unpackOutcome = (body: Uint8Array): CallOutcome =>
  callOutcomeSchema.parse(JSON.parse(unpackText(body)));
