import { clusterInThread } from './cluster-in-thread.js';
import { embedTexts } from '../llm/embedders/embed-texts.js';
import { computedVectors, type VectorAnswers } from '../llm/embedders/vector-answers.js';
import {
  CLOSENESS_DOCUMENT,
  CLUSTERED_TOOLS,
  findRunDocument,
  keepRunDocument,
  type RunDocument,
} from '../store/documents.js';
import { choosesByCloseness } from '../core/hard.js';
import { recordEvent } from '../store/events.js';
import { setProgress } from '../store/progress.js';
import type { Store } from '../store/store.js';
import { textsToEmbed } from '../transforms/clustering/cluster-catalogue.js';
import { parseDecisions } from '../transforms/clustering/decisions.js';
import { EMBEDDER_ROOT, type RunContexts } from './run-context.js';

/**
 * The cluster stage (MTU-Bench §3, tool clustering), a barrier over all tools: a vector for each name, one text at a time,
 * of models through the ledger; clusters, names and the mapping are kept as documents of the run. Idempotent: a run that has
 * them keeps them.
 *
 * @param goesOn looked at now and then; what it throws ends the work
 * @param answers where vectors of models come from; by default this machine, which keeps none
 * @throws EMBEDDER_UNAVAILABLE, CLUSTERS_INVALID; as the answers
 */
export async function clusterTools(
  store: Store,
  contexts: RunContexts,
  runId: string,
  goesOn: () => Promise<void>,
  answers: VectorAnswers = computedVectors,
): Promise<void> {
  const { run } = await contexts.of(runId);
  const catalogue = await contexts.catalogue(runId);
  const { frozen, roots } = run;
  const kept = async (place: Pick<RunDocument, 'kind' | 'name'>): Promise<boolean> =>
    (await findRunDocument(store, runId, place)) !== undefined;
  // Clusters taken over from a run of before have no closeness; it is made where something is chosen by it.
  const complete = !choosesByCloseness(frozen.settings) || (await kept(CLOSENESS_DOCUMENT));
  if ((await kept({ kind: 'mapping', name: 'mapping' })) && complete) return;
  const { clustering } = frozen.settings;
  const decisions = await findRunDocument(store, runId, { kind: 'decisions', name: 'decisions' });
  const total = Object.keys(catalogue.tools).length;
  await setProgress(store, runId, { stage: 'cluster', total, done: 0 });
  const embedded = await embedTexts(clustering.embedder, textsToEmbed(catalogue, clustering), {
    answers,
    modelFolder: roots[EMBEDDER_ROOT],
    goesOn,
  });
  const { mapping, closeness, ...clustered } = await clusterInThread({
    catalogue,
    vectors: embedded.vectors,
    embedderId: embedded.id,
    settings: clustering,
    decisions: decisions === undefined ? undefined : parseDecisions(decisions, 'the run’s cluster decisions'),
  });
  await keepRunDocument(store, runId, { ...CLUSTERED_TOOLS, text: JSON.stringify(clustered) });
  await keepRunDocument(store, runId, { ...CLOSENESS_DOCUMENT, text: JSON.stringify(closeness) });
  await keepRunDocument(store, runId, { kind: 'mapping', name: 'mapping', text: JSON.stringify(mapping) });
  await setProgress(store, runId, { stage: 'cluster', total, done: total });
  await recordEvent(store, runId, 'tools clustered', { before: mapping.before, after: mapping.after });
}
