import { sql } from 'kysely';
import type { Store } from '../store.js';
import { wholeCalls, type KeptCall } from './read-calls.js';

/** A stage of a family with the model that it calls. */
export interface AskedStage {
  readonly family: string;
  readonly stage: string;
  readonly provider: string;
  readonly model: string;
}

/**
 * For each earlier run of the stage, the ratio of all calls to first calls. The others are repair turns and further
 * samples; one follows each unusable answer, except the last answer of a work item without a usable one.
 */
export async function callsPerFirst(
  store: Store,
  { family, stage, provider, model }: AskedStage,
): Promise<number[]> {
  const items = store.db.read
    .selectFrom('run_calls as u')
    .innerJoin('calls as c', 'c.key', 'u.key')
    .innerJoin('runs as r', 'r.run_id', 'u.run_id')
    .where('r.family', '=', family)
    .where('u.stage', '=', stage)
    .where('c.provider', '=', provider)
    .where('c.model', '=', model)
    .where('c.kind', '=', 'chat')
    .groupBy(['u.run_id', 'u.work_item'])
    .select(['u.run_id', sql<number>`count(*)`.as('calls')])
    .select(sql<number>`sum(case when c.outcome in ('invalid', 'refused') then 1 else 0 end)`.as('unusable'))
    .select(sql<number>`sum(case when c.outcome in ('invalid', 'refused') then 0 else 1 end)`.as('usable'));
  const rows = await store.db.read
    .selectFrom(items.as('items'))
    .groupBy('run_id')
    .select(sql<number>`sum(calls)`.as('calls'))
    .select(
      sql<number>`sum(case when usable = 0 and unusable > 0 then unusable - 1 else unusable end)`.as('more'),
    )
    .execute();
  return rows.map(({ calls, more }) => Number(calls) / Math.max(1, Number(calls) - Number(more)));
}

/** Some answered calls of the stage, from any run. */
export async function earlierCalls(
  store: Store,
  { family, stage, provider, model }: AskedStage,
  limit: number,
): Promise<KeptCall[]> {
  const rows = await store.db.read
    .selectFrom('calls')
    .selectAll()
    .where('provider', '=', provider)
    .where('model', '=', model)
    .where('input_tokens', '>', 0)
    .where('key', 'in', (eb) =>
      eb
        .selectFrom('run_calls as u')
        .innerJoin('runs as r', 'r.run_id', 'u.run_id')
        .select('u.key')
        .where('r.family', '=', family)
        .where('u.stage', '=', stage),
    )
    .orderBy('key')
    .limit(limit)
    .execute();
  return wholeCalls(store.db.read, rows);
}
