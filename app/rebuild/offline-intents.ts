import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { judgeIntentsStage, openJudging } from '../../stages/mtu-bench/intents/judge-stage.js';
import { keepIntents, type ToldOfIntents } from '../../stages/mtu-bench/intents/settle-intents.js';
import type { BenchwrightError } from '../../core/errors/benchwright-error.js';
import {
  INTENTS_FILE,
  INTENTS_GUIDELINE_FILE,
  intentLineSchema,
  type IntentLine,
} from '../../core/intent-lines.js';
import { JUDGE_INTENTS_STAGE } from '../../core/intents.js';
import type { RunSettings } from '../../core/run.js';
import { jsonLinesOf } from '../../outputs/json-lines.js';
import type { OfflineRun } from './offline-run.js';
import { stageOffline } from './offline-stage.js';

/**
 * Which intents are tools, from answers that the run's own store has and from what people decided.
 * @param folder the export, which has their decisions
 * @param missing the error for an answer that is not there
 * @throws it
 */
export async function intentsOffline(
  made: OfflineRun,
  { judgeIntents, reviewIntents }: Pick<RunSettings, 'judgeIntents' | 'reviewIntents'>,
  folder: string,
  missing: () => BenchwrightError,
): Promise<void> {
  const { store, contexts, runId } = made;
  if (judgeIntents) {
    await openJudging(store, contexts, runId);
    const stage = await judgeIntentsStage({ store, contexts }, runId);
    const call = { execution: runId };
    await stageOffline(
      made,
      JUDGE_INTENTS_STAGE,
      (access, subject) => stage.work(access, subject, call),
      missing,
    );
  }
  await keepIntents(store, contexts, runId, reviewIntents && (await toldOfIntents(folder)));
}

/** What people decided on intents: it cannot be computed again (DESIGN.md, "An export"). */
async function toldOfIntents(folder: string): Promise<ToldOfIntents> {
  const decisions = new Map<string, NonNullable<IntentLine['review']>>();
  for await (const { itemId, review } of intentLinesOf(folder)) if (review) decisions.set(itemId, review);
  const guideline = await readFile(join(folder, INTENTS_GUIDELINE_FILE), 'utf8').catch(() => undefined);
  return { decisions, guideline };
}

/** The intents of an export; none where it has no list of them. */
export async function* intentLinesOf(folder: string): AsyncGenerator<IntentLine> {
  const file = join(folder, INTENTS_FILE);
  if (!existsSync(file)) return;
  for await (const line of jsonLinesOf(file)) yield intentLineSchema.parse(line);
}
