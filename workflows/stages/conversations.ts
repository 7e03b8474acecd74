import { ChildWorkflowCancellationType, executeChild, sleep, workflowInfo } from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { modelActivities, shortActivities } from '../activity-options.js';

/** Grain of a conversation stage. */
export interface ConversationGrain {
  /** Calls an activity buys: a few, since a small workflow's activities cost more than a slice's (DESIGN.md). */
  readonly callsAnActivity: number;
  /** Conversations planned at once; at most 2,000 pending children are allowed. */
  readonly planned: number;
  /** Events after which no more conversations are begun in this execution: each takes up to ten more. */
  readonly eventsAnExecution: number;
}

export interface ConversationInput {
  readonly runId: string;
  readonly stage: string;
  readonly ordinal: number;
  /** Of the run's workflow. */
  readonly execution: string;
  readonly callsAnActivity: number;
}

/** One conversation: a few calls at a time until it has come to its end. What was said is in the ledger. */
export async function conversation({
  runId,
  stage,
  ordinal,
  execution,
  callsAnActivity: calls,
}: ConversationInput): Promise<void> {
  const models = modelActivities();
  while (!(await models.converse({ runId, stage, ordinal, execution, calls })).ended);
}

/** A child of an execution that was ended by force is gone soon after it. */
const LEFTOVER_WAIT = '1 second';

async function talk(input: ConversationInput, workflowId: string): Promise<void> {
  for (;;) {
    try {
      return await executeChild<typeof conversation>('conversation', {
        workflowId,
        args: [input],
        cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      await sleep(LEFTOVER_WAIT);
    }
  }
}

/**
 * A conversation stage: a child workflow for each subject, in a window that slides over them. Ends when the store has an
 * outcome for every subject.
 *
 * @param again continues the workflow as new with its own input; called when this execution has had its share
 */
export async function conversationStage(
  runId: string,
  stage: string,
  grain: ConversationGrain,
  again: () => Promise<never>,
): Promise<void> {
  const { callsAnActivity, planned, eventsAnExecution } = grain;
  const { ordinals, window } = await shortActivities.planConversations({ runId, stage, limit: planned });
  const { firstExecutionRunId: execution, workflowId } = workflowInfo();
  let begun = 0;
  let failed = false;
  const lane = async (): Promise<void> => {
    for (; begun < ordinals.length && !failed && workflowInfo().historyLength < eventsAnExecution;) {
      const ordinal = ordinals[begun++] as number;
      await talk({ runId, stage, ordinal, execution, callsAnActivity }, `${workflowId}/${stage}/${ordinal}`);
    }
  };
  // Those under way come to their own end when one fails: the stop flag or the limiter's gate ends them too.
  const lanes = Array.from({ length: Math.min(window, ordinals.length) }, () =>
    lane().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  const ended = await Promise.allSettled(lanes);
  const failure = ended.find((one) => one.status === 'rejected');
  if (failure) throw failure.reason;
  if (begun < ordinals.length || ordinals.length === planned) await again();
}
