import { CREATE_STAGE, DOCUMENT_STAGE } from '../core/creation.js';
import { JUDGE_INTENTS_STAGE } from '../core/intents.js';
import { COMPLETE_STAGE, QUERIES_STAGE, REFINE_STAGE } from '../core/t-eval/run.js';
import { completeStage } from './t-eval/complete-documents.js';
import { queriesStage } from './t-eval/generate-queries.js';
import { refineStage } from './t-eval/refine-query.js';
import { createStage } from './mtu-bench/creation/create-stage.js';
import { documentStage } from './mtu-bench/creation/document-stage.js';
import { judgeIntentsStage } from './mtu-bench/intents/judge-stage.js';
import { askStage } from './ask/ask-row.js';
import type { MapStageFactory } from './map-stage.js';
import { recheckMapStage } from './mtu-bench/recheck-item.js';
import { rewriteStage } from './mtu-bench/rewrite-item.js';

/** The map stages of all families, by name. */
const MAP_STAGES: Readonly<Record<string, MapStageFactory>> = {
  ask: askStage,
  recheck: recheckMapStage,
  rewrite: rewriteStage,
  [JUDGE_INTENTS_STAGE]: judgeIntentsStage,
  [CREATE_STAGE]: createStage,
  [DOCUMENT_STAGE]: documentStage,
  [COMPLETE_STAGE]: completeStage,
  [QUERIES_STAGE]: queriesStage,
  [REFINE_STAGE]: refineStage,
};

/** @throws for a stage that is none */
export function mapStageFactoryOf(stage: string): MapStageFactory {
  const found = MAP_STAGES[stage];
  if (found === undefined) throw new Error(`${stage} is no map stage`);
  return found;
}
