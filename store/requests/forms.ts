import { appendEvent } from '../events.js';
import type { Store } from '../store.js';

/** A model of an endpoint. */
export interface FormPlace {
  /** Kind and endpoint of the provider. */
  readonly endpoint: string;
  readonly model: string;
}

/** A part of the form of requests, changed after a refusal. */
export interface LearnedPart {
  readonly part: string;
  readonly value: string;
  /** The server's message. */
  readonly message: string;
}

/** What is known about requests to a model. */
export interface KnownForms {
  readonly learned: readonly LearnedPart[];
  /** Forms that the server has answered. */
  readonly accepted: readonly string[];
}

/** Reads what earlier calls and other workers have found out. */
export async function knownForms(store: Store, { endpoint, model }: FormPlace): Promise<KnownForms> {
  const learned = await store.db.read
    .selectFrom('learned_forms')
    .select(['part', 'value', 'message'])
    .where('endpoint', '=', endpoint)
    .where('model', '=', model)
    .orderBy('at_ms')
    .orderBy('part')
    .execute();
  const accepted = await store.db.read
    .selectFrom('accepted_forms')
    .select('form')
    .where('endpoint', '=', endpoint)
    .where('model', '=', model)
    .orderBy('form')
    .execute();
  return { learned, accepted: accepted.map(({ form }) => form) };
}

/**
 * Records a form that was answered, with the parts that were changed for it; once, however many workers see it. A part
 * that is new is an event of the run that found it out.
 */
export async function recordForm(
  store: Store,
  { endpoint, model }: FormPlace,
  { form, learned, runId }: { form: string; learned: readonly LearnedPart[]; runId: string | undefined },
): Promise<void> {
  const now = store.now();
  await store.db.write(async (trx) => {
    await trx
      .insertInto('accepted_forms')
      .values({ endpoint, model, form, at_ms: now })
      .onConflict((c) => c.doNothing())
      .execute();
    for (const { part, value, message } of learned) {
      const there = await trx
        .selectFrom('learned_forms')
        .select('value')
        .where('endpoint', '=', endpoint)
        .where('model', '=', model)
        .where('part', '=', part)
        .executeTakeFirst();
      if (there?.value === value) continue;
      await trx
        .insertInto('learned_forms')
        .values({ endpoint, model, part, value, message, at_ms: now })
        .onConflict((c) =>
          c.columns(['endpoint', 'model', 'part']).doUpdateSet({ value, message, at_ms: now }),
        )
        .execute();
      if (runId !== undefined)
        await appendEvent(trx, runId, now, 'request form learned', { endpoint, model, part, value, message });
    }
  });
}
