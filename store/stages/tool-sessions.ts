import type { Kysely } from 'kysely';
import { UnknownOutcome } from '../../core/tool-call.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';

/** Sessions that a dialogue begins before its item is quarantined; `retry --failed` gives it as many again. */
const MOST_SESSIONS = 5;

/** Whose session it is. */
export interface SessionHolder {
  readonly runId: string;
  readonly stage: string;
  readonly subject: string;
  /** Of the worker that holds the connections. */
  readonly incarnation: string;
  /** Names this attempt at the dialogue; another one for each set of connections. */
  readonly attempt: string;
}

/**
 * The session in which a dialogue with real tools goes on: the one before where nothing was changed in it, or where it is
 * this very attempt's; else the next one, which whoever had the one before is shut out by.
 * @returns its number
 * @throws UnknownOutcome when there have been five
 */
export async function beginSession(store: Store, holder: SessionHolder): Promise<number> {
  const { incarnation: owner, attempt } = holder;
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
 * Notes that something is about to be changed in a session; called before such a call is sent.
 * @returns false: the session is another attempt's by now, and nothing is to be sent
 */
export async function markDirty(store: Store, holder: SessionHolder): Promise<boolean> {
  const { incarnation: owner, attempt } = holder;
  return store.db.write(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('tool_sessions')
      .set({ dirty: 1 })
      .where((eb) => eb.and({ ...keyOf(holder), owner, attempt }))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

/** The session that a dialogue is in, or ended in; 0 where none was ever begun. */
export async function sessionOf(
  store: Store,
  of: Pick<SessionHolder, 'runId' | 'stage' | 'subject'>,
): Promise<number> {
  const row = await store.db.read
    .selectFrom('tool_sessions')
    .select('session')
    .where((eb) => eb.and(keyOf(of)))
    .executeTakeFirst();
  return row?.session ?? 0;
}

/** Notes the session that a dialogue ended in, for a rebuild. */
export async function noteSession(
  store: Store,
  of: Pick<SessionHolder, 'runId' | 'stage' | 'subject'>,
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

/** Gives a dialogue that was quarantined as many sessions again. Inside a write job. */
export async function allowSessions(
  trx: Kysely<Tables>,
  of: Pick<SessionHolder, 'runId' | 'stage' | 'subject'>,
): Promise<void> {
  await trx
    .updateTable('tool_sessions')
    .set((eb) => ({ first_session: eb('session', '+', eb.ref('dirty')) }))
    .where((eb) => eb.and(keyOf(of)))
    .execute();
}

const keyOf = ({ runId, stage, subject }: Pick<SessionHolder, 'runId' | 'stage' | 'subject'>) => ({
  run_id: runId,
  stage,
  subject,
});
