import type { ToolPair } from '../../../core/mtu-bench/tool-pairs.js';
import type { VectorAnswers } from '../../../llm/embedders/vector-answers.js';
import { findRunDocument, keepRunDocument, PAIRS_DOCUMENT, runDocument } from '../../../store/documents.js';
import { recordEvent } from '../../../store/events.js';
import type { Store } from '../../../store/store.js';
import { toolPairs } from '../../../transforms/mtu-bench/clustering/tool-pairs.js';
import { clusteredBy, decisionsOfFile } from '../cluster-tools.js';
import type { MtuBenchContexts } from '../run-context.js';
import { parseJson, writeJson } from '../../../core/json.js';

/** Stores possible duplicate tools for review. Idempotent. @throws as `clusterTools` */
export async function findDuplicateTools(
  store: Store,
  contexts: MtuBenchContexts,
  runId: string,
  goesOn: () => Promise<void>,
  answers?: VectorAnswers,
): Promise<void> {
  if ((await findRunDocument(store, runId, PAIRS_DOCUMENT)) !== undefined) return;
  const decisions = await decisionsOfFile(store, contexts, runId);
  const pairs = toolPairs(await clusteredBy(contexts, runId, decisions, goesOn, answers));
  await keepRunDocument(store, runId, { ...PAIRS_DOCUMENT, text: writeJson(pairs) });
  await recordEvent(store, runId, 'tools paired', { pairs: pairs.length });
}

/** The pairs for review, in item id order. */
export const pairsOf = async (store: Store, runId: string): Promise<ToolPair[]> =>
  parseJson(await runDocument(store, runId, PAIRS_DOCUMENT)) as ToolPair[];
