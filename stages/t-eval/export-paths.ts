import type { QueryLineage } from '../../core/t-eval/lineage.js';
import type { TEvalManifest } from '../../core/t-eval/manifest.js';
import { isReviewed } from '../../core/review/policy.js';
import { writeTEvalExport, type AcceptedPath } from '../../outputs/t-eval/write-export.js';
import { PROMPTS } from '../../prompts/catalogue.js';
import type { KnownPrompt } from '../../prompts/library.js';
import { guidelineAtExport } from '../../store/documents.js';
import { outcomeAfterReview } from '../../core/review/outcome-after-review.js';
import { countReview } from '../../store/review/outcomes.js';
import type { Store } from '../../store/store.js';
import { reviewedPaths, type ReviewedPath } from './review-paths.js';
import { collectPaths } from './collect-paths.js';
import type { TEvalContext } from './context.js';
import { reviewedQueries } from './settle-queries.js';

/**
 * Writes the deterministic part of a run's export into an empty folder: what is accepted by the last recorded
 * decisions (`settleReview`), or all annotated queries without review.
 * @param partial whether items are undecided
 * @throws ITEM_UNFIT
 */
export async function writePaths(
  store: Store,
  context: TEvalContext,
  folder: string,
  partial: boolean,
): Promise<TEvalManifest> {
  const { run, tools, given, completed, questions, facts } = context;
  const { runId, frozen } = run;
  const reviewed = isReviewed(frozen.review);
  const { lineage, queries } = await collectPaths(store, context);
  const lines = new Map(lineage.map((line) => [line.itemId, line]));
  const accepted: AcceptedPath[] = [];
  for await (const path of reviewedPaths(store, runId)) {
    const line = lines.get(path.item.itemId);
    if (line === undefined || line.outcome === 'dropped') continue;
    const decided = decidedLine(line, path);
    lines.set(line.itemId, decided);
    if (decided.outcome === 'accepted') accepted.push({ item: path.item, itemVersion: path.itemVersion });
  }
  return writeTEvalExport(folder, frozen, {
    ...{ accepted, queries, retries: questions.retries },
    lineage: [...lines.values()],
    tools: { tools },
    facts: facts.facts,
    ...(completed && { documents: { ...completed, tools: given } }),
    queryReview: await reviewedQueries(store, runId),
    prompts: frozenPrompts(context),
    ...(reviewed && {
      review: await countReview(store, runId, partial),
      guideline: await guidelineAtExport(store, runId),
    }),
  });
}

/** An annotated query with its review decision. */
export function decidedLine(line: QueryLineage, { itemVersion, told, item }: ReviewedPath): QueryLineage {
  const { flags: _flags, unknown: _unknown, ...rest } = line;
  const flags = item.flags.length === 0 ? {} : { flags: [...item.flags] };
  const unknown = item.unknown && { unknown: [...item.unknown] };
  return { ...rest, ...flags, ...unknown, itemVersion, ...outcomeAfterReview(told) };
}

/** The run spec's texts of the files' prompts. */
const frozenPrompts = ({ questions }: TEvalContext) => ({
  get(id: string): KnownPrompt {
    const definition = PROMPTS.find((one) => one.id === id);
    if (definition === undefined) throw new Error(`this version has no prompt ${id}`);
    return { prompt: questions.prompt(id), definition };
  },
});
