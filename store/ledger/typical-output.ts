import { sql } from 'kysely';
import type { Store } from '../store.js';

/** How long answers to a stage's calls were so far, whatever run asked. */
export interface TypicalOutput {
  readonly answers: number;
  /** Tokens; 0 where there is no answer. */
  readonly mean: number;
}

/** The length of a model's answers to the calls of a stage. */
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
