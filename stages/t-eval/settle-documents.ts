import { isReviewed } from '../../core/review/policy.js';
import type { CompletedTools } from '../../core/t-eval/documents.js';
import { COMPLETED_DOCUMENT, keepRunDocument } from '../../store/documents.js';
import { recordEvent } from '../../store/events.js';
import { createReviewDesk } from '../../store/review/review-desk.js';
import { partQueue } from '../../store/review/run-queues.js';
import type { Store } from '../../store/store.js';
import {
  countDocuments,
  settledDocuments,
  type DocumentOutcome,
  type DocumentsTold,
} from '../../transforms/t-eval/settled-documents.js';
import type { RunContexts } from '../mtu-bench/run-context.js';
import { decidedPart } from '../review/settle-review.js';
import { completedDocuments } from './complete-documents.js';
import { TEvalContext } from './context.js';

/**
 * Keeps the tools with what was put into poor documents, by the decisions of people where they were to decide: what every
 * later prompt, check and export has of them. Kept once; what is decided on a document afterwards changes nothing in the run.
 * @throws REVIEW_NOT_FINISHED
 */
export async function settleDocuments(store: Store, contexts: RunContexts, runId: string): Promise<void> {
  const context = await TEvalContext.open(store, runId);
  const { complete } = context.settings;
  const reviewed = complete !== undefined && isReviewed(complete.review);
  if (context.completed === undefined) {
    const told = reviewed ? await toldNow(store, contexts, runId) : undefined;
    const { lines } = await keepDocuments(store, context, told);
    await recordEvent(store, runId, 'documents settled', { ...countDocuments(lines) });
  }
  if (reviewed) await createReviewDesk(store).closeQueue(partQueue(runId, 'tools'));
}

/** What people decided, and what they were told. */
export interface ToldOfDocuments {
  readonly decisions: DocumentsTold;
  readonly guideline: string | undefined;
}

/** The same by decisions that are given: those of an export. */
export async function keepDocuments(
  store: Store,
  context: TEvalContext,
  told: ToldOfDocuments | undefined,
): Promise<CompletedTools> {
  const outcomes: DocumentOutcome[] = [];
  for await (const outcome of completedDocuments(store, context)) outcomes.push(outcome);
  const kept: CompletedTools = {
    ...settledDocuments(context.given, outcomes, told?.decisions),
    ...(told?.guideline === undefined ? {} : { guideline: told.guideline }),
  };
  await keepRunDocument(store, context.run.runId, { ...COMPLETED_DOCUMENT, text: JSON.stringify(kept) });
  return kept;
}

async function toldNow(store: Store, contexts: RunContexts, runId: string): Promise<ToldOfDocuments> {
  const rows = await decidedPart(store, contexts, runId, 'tools');
  return {
    decisions: new Map(
      rows.map(({ itemId, version, told }) => [itemId, { ...(version !== undefined && { version }), told }]),
    ),
    guideline: await createReviewDesk(store).guideline(partQueue(runId, 'tools')),
  };
}
