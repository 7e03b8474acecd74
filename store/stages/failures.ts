import type { Store } from '../store.js';
import { recordEvent } from '../events.js';

/** How many work items of a stage have an outcome, and how many of them were asked in vain. */
export interface StageFailures {
  readonly settled: number;
  readonly failed: number;
  /** By reason. */
  readonly reasons: Readonly<Record<string, number>>;
  /** The first of them. */
  readonly example: { readonly subject: string; readonly detail: string } | undefined;
}

/** Counts the outcomes of a stage; items that failed without a call (a row without text) are not counted as failed. */
export async function countFailures(store: Store, runId: string, stage: string): Promise<StageFailures> {
  const rows = store.db.read
    .selectFrom('stage_subjects')
    .where('run_id', '=', runId)
    .where('stage', '=', stage);
  const { settled } = await rows
    .select((eb) => eb.fn.countAll<number>().as('settled'))
    .where('outcome', 'is not', null)
    .executeTakeFirstOrThrow();
  const failed = rows
    .where('outcome', '=', 'set aside')
    .where('request_digest', 'is not', null)
    .where('request_digest', '!=', '');
  const byReason = await failed
    .select(['reason', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('reason')
    .orderBy('reason')
    .execute();
  const first = await failed.select(['subject', 'detail']).orderBy('ordinal').limit(1).executeTakeFirst();
  const reasons = byReason.map(({ reason, count }) => [reason ?? '', Number(count)] as const);
  return {
    settled: Number(settled),
    failed: reasons.reduce((sum, [, count]) => sum + count, 0),
    reasons: Object.fromEntries(reasons),
    example: first && { subject: first.subject, detail: first.detail ?? '' },
  };
}

/** Notes that somebody has seen how much of a run fails and wants it to go on. */
export const acceptFailures = (store: Store, runId: string): Promise<void> =>
  recordEvent(store, runId, 'failures accepted');

/** Whether somebody has. */
export async function failuresAccepted(store: Store, runId: string): Promise<boolean> {
  const row = await store.db.read
    .selectFrom('events')
    .select('seq')
    .where('run_id', '=', runId)
    .where('type', '=', 'failures accepted')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stages of a run in which every work item was asked in vain, in no order. */
export async function stagesInVain(store: Store, runId: string): Promise<string[]> {
  const rows = await store.db.read
    .selectFrom('stage_subjects')
    .select([
      'stage',
      (eb) => eb.fn.countAll<number>().as('all'),
      (eb) =>
        eb.fn.sum<number>(eb.case().when('outcome', '=', 'set aside').then(1).else(0).end()).as('failed'),
      (eb) => eb.fn.sum<number>(eb.case().when('request_digest', '!=', '').then(1).else(0).end()).as('asked'),
    ])
    .where('run_id', '=', runId)
    .groupBy('stage')
    .execute();
  return rows
    .filter(({ all, failed, asked }) => Number(failed) === Number(all) && Number(asked) > 0)
    .map(({ stage }) => stage)
    .sort();
}
