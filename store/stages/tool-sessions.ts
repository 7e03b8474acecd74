import type { Kysely } from 'kysely';
import { UnknownOutcome } from '../../core/tool-call.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';

/** Maximum number of sessions of a dialogue before its item is quarantined; `retry --failed` allows as many again. */
const MOST_SESSIONS = 5;

/** The work item and the attempt that a session belongs to. */
export interface SessionHolder {
  readonly runId: string;
  readonly stage: string;
  readonly workItem: string;
  /** Session id of the worker that holds the connections. */
  readonly workerSession: string;
  /** Id of this attempt at the dialogue; different for each set of connections. */
  readonly attempt: string;
}

/**
 * The session in which a dialogue with real tools continues: the previous one if no data was changed in it or if it
 * belongs to this attempt; else the next one. The previous holder then loses its session.
 * @returns its number
 * @throws UnknownOutcome after five sessions
 */
export async function beginSession(store: Store, holder: SessionHolder): Promise<number> {
  const { workerSession: owner, attempt } = holder;
  const key = keyOf(holder);
  return store.db.write(async (trx) => {
    const there = await trx
      .selectFrom('tool_sessions')
      .selectAll()
      .where((eb) => eb.and(key))
      .executeTakeFirst();
    if (there === undefined) {
      const row = { ...key, session: 0, first_session: 0, owner, attempt, dirty: 0 };
      await trx.insertInto('tool_sessions').values(row).execute();
      return 0;
    }
    if (there.owner === owner && there.attempt === attempt) return there.session;
    const session = there.session + there.dirty;
    if (session - there.first_session >= MOST_SESSIONS)
      throw new UnknownOutcome(`${MOST_SESSIONS} sessions with its tools ended before the dialogue did`, '');
    await trx
      .updateTable('tool_sessions')
      .set({ session, owner, attempt, dirty: 0 })
      .where((eb) => eb.and(key))
      .execute();
    return session;
  });
}

/**
 * Records that a session is about to change data; called before such a call is sent.
 * @returns false if the session now belongs to another attempt; then nothing may be sent
 */
export async function markDirty(store: Store, holder: SessionHolder): Promise<boolean> {
  const { workerSession: owner, attempt } = holder;
  return store.db.write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('tool_sessions')
      .set({ dirty: 1 })
      .where((eb) => eb.and({ ...keyOf(holder), owner, attempt }))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

/** The current or last session of a dialogue; 0 if none was ever begun. */
export async function sessionOf(
  store: Store,
  of: Pick<SessionHolder, 'runId' | 'stage' | 'workItem'>,
): Promise<number> {
  const row = await store.db.read
    .selectFrom('tool_sessions')
    .select('session')
    .where((eb) => eb.and(keyOf(of)))
    .executeTakeFirst();
  return row?.session ?? 0;
}

/** Records the last session of a dialogue, for a rebuild. */
export async function noteSession(
  store: Store,
  of: Pick<SessionHolder, 'runId' | 'stage' | 'workItem'>,
  session: number,
): Promise<void> {
  const row = { ...keyOf(of), session, first_session: session, owner: '', attempt: '', dirty: 0 };
  await store.db.write((trx) =>
    trx
      .insertInto('tool_sessions')
      .values(row)
      .onConflict((c) => c.doNothing())
      .execute(),
  );
}

/** Allows a quarantined dialogue the maximum number of sessions again. Inside a write job. */
export async function allowSessions(
  trx: Kysely<Tables>,
  of: Pick<SessionHolder, 'runId' | 'stage' | 'workItem'>,
): Promise<void> {
  await trx
    .updateTable('tool_sessions')
    .set((eb) => ({ first_session: eb('session', '+', eb.ref('dirty')) }))
    .where((eb) => eb.and(keyOf(of)))
    .execute();
}

const keyOf = ({ runId, stage, workItem }: Pick<SessionHolder, 'runId' | 'stage' | 'workItem'>) => ({
  run_id: runId,
  stage,
  work_item: workItem,
});
