import { isReviewed } from '../../core/review/policy.js';
import type { ToolTalkManifest } from '../../core/tooltalk/manifest.js';
import { writeToolTalkExport } from '../../outputs/tooltalk/write-export.js';
import { toolDocumentsOf } from '../../simulators/suites/documents.js';
import { correctedDocuments } from '../../simulators/suites/tooltalk/corrected-documents.js';
import { guidelineAtExport } from '../../store/documents.js';
import { countReview } from '../../store/review/outcomes.js';
import type { Store } from '../../store/store.js';
import { collectConversations } from './collect-conversations.js';
import { ToolTalkContext } from './context.js';

/**
 * Writes the deterministic part of a run's export into an empty folder.
 * @param partial whether items are undecided
 * @throws ITEM_UNFIT
 */
export async function exportConversations(
  store: Store,
  runId: string,
  folder: string,
  partial: boolean,
): Promise<ToolTalkManifest> {
  const { run, files, settings, suites, questions } = await ToolTalkContext.open(store, runId);
  const reviewed = isReviewed(run.frozen.review);
  const found = await collectConversations(store, runId, settings.generate !== undefined, partial);
  const published = toolDocumentsOf(suites);
  return writeToolTalkExport(folder, run.frozen, {
    conversations: [...found.values()].map(({ line, held }) => ({ line, item: held?.item })),
    databases: files,
    documents: settings.documents === 'published' ? published : correctedDocuments(published),
    place: settings.documents === 'published' ? 'beside parameters' : 'in parameters',
    retries: questions.retries,
    ...(reviewed && {
      review: await countReview(store, runId, partial),
      guideline: await guidelineAtExport(store, runId),
    }),
  });
}
