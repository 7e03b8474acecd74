import type { Kysely } from 'kysely';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';

/**
 * The epoch of a stage of a family: part of every sample that the stage asks for. A run reads it when it is created and
 * freezes it, so that `--fresh` for one run changes no other.
 */
export async function stageEpoch(store: Store, family: string, stage: string): Promise<number> {
  const row = await store.db.read
    .selectFrom('stage_epochs')
    .select('epoch')
    .where('family', '=', family)
    .where('stage', '=', stage)
    .executeTakeFirst();
  return row?.epoch ?? 0;
}

/** Raises the epoch (`--fresh STAGE`): runs that begin from now on ask the stage's calls anew. @returns the new one */
export async function raiseStageEpoch(store: Store, family: string, stage: string): Promise<number> {
  return store.db.write(async (trx) => {
    const { epoch } = await trx
      .insertInto('stage_epochs')
      .values({ family, stage, epoch: 1 })
      .onConflict((c) =>
        c.columns(['family', 'stage']).doUpdateSet((eb) => ({ epoch: eb('stage_epochs.epoch', '+', 1) })),
      )
      .returning('epoch')
      .executeTakeFirstOrThrow();
    return epoch;
  });
}

/**
 * The attempt with which `retry --failed` goes on: one after the last that ended for good in this epoch, 0 where none
 * did. Transport failures use no attempt up. Inside a write job or outside.
 */
export async function nextUnusedAttempt(
  db: Kysely<Tables>,
  requestDigest: string,
  epoch: number,
): Promise<number> {
  const { last } = await db
    .selectFrom('calls')
    .select((eb) => eb.fn.max('attempt').as('last'))
    .where('request_digest', '=', requestDigest)
    .where('epoch', '=', epoch)
    .executeTakeFirstOrThrow();
  return last === null ? 0 : Number(last) + 1;
}
