import type { Store } from '../store.js';

/** Number of quarantined work items of a stage, by reason. */
export async function quarantinedCounts(
  store: Store,
  runId: string,
  stage: string,
): Promise<Record<string, number>> {
  const rows = await store.db.read
    .selectFrom('stage_work_items')
    .select(['reason', (eb) => eb.fn.countAll<number>().as('count')])
    .where('run_id', '=', runId)
    .where('stage', '=', stage)
    .where('outcome', '=', 'set aside')
    .groupBy('reason')
    .orderBy('reason')
    .execute();
  return Object.fromEntries(rows.map(({ reason, count }) => [reason ?? '', Number(count)]));
}

/** Number of work items of a stage that have a value. */
export async function countDone(store: Store, runId: string, stage: string): Promise<number> {
  const row = await store.db.read
    .selectFrom('stage_work_items')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .where('stage', '=', stage)
    .where('outcome', '=', 'done')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** A quarantined work item. */
export interface WorkItemFailure {
  readonly stage: string;
  readonly workItem: string;
  readonly reason: string;
  readonly detail: string;
}

/** The first quarantined work items of a run, in the order of stages and work items. */
export async function firstQuarantined(
  store: Store,
  runId: string,
  limit: number,
): Promise<WorkItemFailure[]> {
  const rows = await store.db.read
    .selectFrom('stage_work_items')
    .select(['stage', 'work_item as workItem', 'reason', 'detail'])
    .where('run_id', '=', runId)
    .where('outcome', '=', 'set aside')
    .orderBy('stage')
    .orderBy('ordinal')
    .limit(limit)
    .execute();
  return rows.map(({ stage, workItem, reason, detail }) => ({
    stage,
    workItem,
    reason: reason ?? '',
    detail: detail ?? '',
  }));
}

/** Number of work items of a stage with an outcome. */
export async function countWorkItems(store: Store, runId: string, stage: string): Promise<number> {
  const row = await store.db.read
    .selectFrom('stage_work_items')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .where('stage', '=', stage)
    .where('outcome', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Number of work items of a stage without an outcome. */
export async function countOpen(store: Store, runId: string, stage: string): Promise<number> {
  const row = await store.db.read
    .selectFrom('stage_work_items')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .where('stage', '=', stage)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Number of work items of a stage, and number of calls used by those without an outcome. */
export async function stageSoFar(
  store: Store,
  runId: string,
  stage: string,
): Promise<{ readonly workItems: number; readonly openCalls: number }> {
  const [workItems] = await store.db.read
    .selectFrom('stage_work_items')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .where('stage', '=', stage)
    .execute();
  const [calls] = await store.db.read
    .selectFrom('run_calls as u')
    .innerJoin('stage_work_items as s', (join) =>
      join
        .onRef('s.run_id', '=', 'u.run_id')
        .onRef('s.stage', '=', 'u.stage')
        .onRef('s.work_item', '=', 'u.work_item'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('u.run_id', '=', runId)
    .where('u.stage', '=', stage)
    .where('s.outcome', 'is', null)
    .execute();
  return { workItems: Number(workItems?.count ?? 0), openCalls: Number(calls?.count ?? 0) };
}
