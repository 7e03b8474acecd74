import type { Kysely } from 'kysely';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';

/**
 * Cache-busting generation of a family’s stage, part of every sample it requests. A run reads it at creation, so
 * `--fresh` for one run affects no other.
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

/**
 * Raises the generation (`--fresh STAGE`): runs created from now on make the stage’s calls again. @returns the new
 * generation
 */
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
 * The cache-busting generation of work that belongs to no run. With `fresh`, it gets a generation that no other work of
 * its kind has, and keeps it when the command is repeated.
 * @param keep whether a new generation is stored; false for previews
 */
export async function ownGeneration(
  store: Store,
  kind: string,
  id: string,
  { fresh, keep }: { readonly fresh: boolean; readonly keep: boolean },
): Promise<number> {
  const own = await stageEpoch(store, kind, id);
  if (own > 0 || !fresh) return own;
  const last = async (db: Kysely<Tables>): Promise<number> => {
    const row = await db
      .selectFrom('stage_epochs')
      .select((eb) => eb.fn.max('epoch').as('last'))
      .where('family', '=', kind)
      .executeTakeFirst();
    return Number(row?.last ?? 0);
  };
  if (!keep) return (await last(store.db.read)) + 1;
  return store.db.write(async (trx) => {
    const epoch = (await last(trx)) + 1;
    await trx.insertInto('stage_epochs').values({ family: kind, stage: id, epoch }).execute();
    return epoch;
  });
}

/**
 * The attempt with which `retry --failed` resumes: one after the last completed attempt of this generation.
 * Transport failures use no attempt. Inside or outside a write job.
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
