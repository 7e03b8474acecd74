import { condition, setHandler, workflowInfo } from '@temporalio/workflow';
import type { RunPart } from '../../core/review/part.js';
import { shortActivities, longActivities } from '../activity-options.js';
import { REWRITE_STAGE } from '../../core/rewriting.js';
import { lookUp } from './batch.js';
import { mapStage, type MapGrain } from './map.js';

/** The longest time between two looks at a queue whose reviewers say nothing, in milliseconds. */
const LONGEST_MS = 3_600_000;
/** The shortest: what is due at once is done at the next look. */
const SHORTEST_MS = 1_000;
/** Events after which an execution continues as new. */
const MOST_EVENTS = 4_000;

export interface ReviewStageOptions {
  /** Where items are to be rewritten before they come into the queue. */
  readonly rewrite?: MapGrain | undefined;
  /** What is reviewed; absent: the run's items. */
  readonly part?: RunPart;
}

/**
 * The review stage: opens the run's queue, waits while people decide, does what the policy says of items that are late,
 * lets the reserve follow rejected ones, and ends when nothing is undecided. Claims and decisions are transactions on the
 * store, not steps of it (DESIGN.md, idea 6), so it can be started anew, or stand still, at any time: nothing is lost, and
 * timers that ran out meanwhile fire when the engine is up again.
 */
export async function reviewStage(
  runId: string,
  again: () => Promise<never>,
  { rewrite, part }: ReviewStageOptions = {},
): Promise<void> {
  const reviewed = { runId, ...(part === undefined ? {} : { part }) };
  let called = false;
  setHandler(lookUp, () => {
    called = true;
  });
  await longActivities.openReview(reviewed);
  let told = false;
  for (;;) {
    called = false;
    const progress = await shortActivities.reviewProgress(reviewed);
    if (progress.rewrite && rewrite) {
      await mapStage(runId, REWRITE_STAGE, rewrite, again);
      continue;
    }
    const { waiting, dueInMs = LONGEST_MS } = progress;
    if (waiting === 0) break;
    if (!told) await shortActivities.awaitReviewers({ runId });
    told = true;
    if (workflowInfo().historyLength > MOST_EVENTS) await again();
    await condition(() => called, Math.min(LONGEST_MS, Math.max(SHORTEST_MS, dueInMs)));
  }
  if (told) await shortActivities.openRun({ runId });
}
