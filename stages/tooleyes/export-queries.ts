import { isReviewed } from '../../core/review/policy.js';
import type { ToolEyesManifest } from '../../core/tooleyes/manifest.js';
import { writeToolEyesExport } from '../../outputs/tooleyes/write-export.js';
import { findRunDocument, guidelineAtExport } from '../../store/documents.js';
import { countReview } from '../../store/review/outcomes.js';
import type { Store } from '../../store/store.js';
import { collectQueries } from './collect.js';
import { chosenTools } from './chosen-tools.js';
import { healthFacts } from './health.js';
import { ToolEyesContext } from './context.js';
import { choosesTools, FACTS_DOCUMENT, givenFacts } from './library-documents.js';

/** Writes the deterministic part of a run's export into an empty folder. @param partial whether items are undecided */
export async function exportQueries(
  store: Store,
  runId: string,
  folder: string,
  partial: boolean,
): Promise<ToolEyesManifest> {
  const context = await ToolEyesContext.open(store, runId);
  const { run, library, scenarios, questions, tools } = context;
  const facts = await healthFacts(store, runId);
  const found = await collectQueries(store, runId, partial);
  const chosen = choosesTools(context.settings) && {
    read: context.given,
    lines: (await chosenTools(store, runId)).map(({ line }) => line),
    facts:
      (await findRunDocument(store, runId, FACTS_DOCUMENT)) === undefined
        ? undefined
        : await givenFacts(store, runId),
  };
  return writeToolEyesExport(folder, run.frozen, {
    queries: [...found.values()].map(({ line, made }) => ({ line, item: made?.item })),
    ...{ library, scenarios, retries: questions.retries, tools, facts },
    ...(chosen && { chosen }),
    prompts: context.systemPrompts,
    systemPrompt: (path) => context.systemPrompt(context.trajectories.shots, context.subcategory(path).tools),
    ...(isReviewed(run.frozen.review) && {
      review: await countReview(store, runId, partial),
      guideline: await guidelineAtExport(store, runId),
    }),
  });
}
