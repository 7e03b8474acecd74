import { condition, setHandler, workflowInfo } from '@temporalio/workflow';
import type { RunPart } from '../../core/review/part.js';
import { shortActivities, longActivities } from '../activity-options.js';
import { REWRITE_STAGE } from '../../core/rewriting.js';
import { wake } from './batch.js';
import { mapStage, type MapGrain } from './map.js';

/** Longest time between two checks of a queue without activity, in milliseconds. */
const LONGEST_MS = 3_600_000;
/** Shortest time between two checks. */
const SHORTEST_MS = 1_000;
/** History length at which an execution continues as new. */
const MOST_EVENTS = 4_000;

export interface ReviewStageOptions {
  /** Set if items are rewritten before they enter the queue. */
  readonly rewrite?: MapGrain | undefined;
  /** The review gate; undefined: the run's items. */
  readonly part?: RunPart;
}

/**
 * The review stage: opens the run's queue, waits for decisions, applies the policy to overdue items, promotes
 * replacements for rejected ones, and ends when nothing is undecided. Claims and decisions are store transactions, not
 * workflow steps (DESIGN.md, idea 6), so it can be restarted or suspended at any time; expired timers fire when the
 * engine is up again.
 */
export async function reviewStage(
  runId: string,
  continueAsNewFn: () => Promise<never>,
  { rewrite, part }: ReviewStageOptions = {},
): Promise<void> {
  const reviewed = { runId, ...(part === undefined ? {} : { part }) };
  let called = false;
  setHandler(wake, () => {
    called = true;
  });
  await longActivities.openReview(reviewed);
  let told = false;
  for (;;) {
    called = false;
    const progress = await shortActivities.reviewProgress(reviewed);
    if (progress.rewrite && rewrite) {
      await mapStage(runId, REWRITE_STAGE, rewrite, continueAsNewFn);
      continue;
    }
    const { waiting, dueInMs = LONGEST_MS } = progress;
    if (waiting === 0) break;
    if (!told) await shortActivities.awaitReviewers({ runId });
    told = true;
    if (workflowInfo().historyLength > MOST_EVENTS) await continueAsNewFn();
    await condition(() => called, Math.min(LONGEST_MS, Math.max(SHORTEST_MS, dueInMs)));
  }
  if (told) await shortActivities.openRun({ runId });
}
