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
  /** Whether the worker that sent it lives. */
  readonly living: boolean;
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
    .select(['f.key', 'f.owner', 'f.ticket', 'w.pid', 'w.host', 'w.seen_ms'])
    .where('f.key', 'in', rest)
    .execute();
  const flights = rows.map(({ key, owner, ticket, pid, host, seen_ms }) => {
    // Rows of dead workers are removed by whoever comes across them.
    const known = pid !== null && host !== null && seen_ms !== null;
    return [key, { owner, ticket, living: known && workerLives({ pid, host, seen_ms }, now) }] as const;
  });
  return { final, flights: new Map(flights) };
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
export async function isOnTheWire(store: Store, key: string): Promise<boolean> {
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
