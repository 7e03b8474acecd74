import type { Client, WorkflowHandle } from '@temporalio/client';

export type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

/** The histories of an execution and of all that it continued as, oldest first. */
export async function historiesOf(
  client: Client,
  workflowId: string,
  firstExecutionRunId: string,
): Promise<History[]> {
  const histories: History[] = [];
  let runId: string | null | undefined = firstExecutionRunId;
  while (runId) {
    const history: History = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    histories.push(history);
    runId =
      history.events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  }
  return histories;
}

/** How many activities of each name a history scheduled, in the order of their first. */
export function activitiesOf(history: History): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const event of history.events ?? []) {
    const name = event.activityTaskScheduledEventAttributes?.activityType?.name;
    if (name) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Everything that can be read in a history, payloads included, as one text. */
export function legible(value: unknown): string {
  if (value instanceof Uint8Array) return `${Buffer.from(value).toString('utf8')}\n`;
  if (typeof value === 'string') return `${value}\n`;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(legible).join('');
}
