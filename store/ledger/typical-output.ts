import { sql } from 'kysely';
import type { Store } from '../store.js';

/** Typical output length of a stage’s calls, over all runs. */
export interface TypicalOutput {
  readonly answers: number;
  /** Mean tokens; 0 without answers. */
  readonly mean: number;
}

/** Typical output length of a model in a stage. */
export async function typicalOutput(store: Store, stage: string, model: string): Promise<TypicalOutput> {
  const row = await store.db.read
    .selectFrom('calls as c')
    .select([sql<number>`count(*)`.as('answers'), sql<number>`coalesce(avg(c.output_tokens), 0)`.as('mean')])
    .where('c.model', '=', model)
    .where('c.outcome', '=', 'answered')
    .where('c.provider', '!=', 'rehearsal')
    .where('c.key', 'in', (eb) => eb.selectFrom('run_calls').select('key').where('stage', '=', stage))
    .executeTakeFirstOrThrow();
  return { answers: Number(row.answers), mean: Number(row.mean) };
}
