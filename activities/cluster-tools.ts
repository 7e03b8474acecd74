import { clusterInThread } from './cluster-in-thread.js';
import { openEmbedder, type TextEmbedder } from '../llm/embedders/embedder.js';
import { findRunDocument, keepRunDocument } from '../store/documents.js';
import { recordEvent } from '../store/events.js';
import { setProgress } from '../store/progress.js';
import type { Store } from '../store/store.js';
import { keepVectors, knownVectors } from '../store/vectors.js';
import { textsToEmbed } from '../transforms/clustering/cluster-catalogue.js';
import { parseDecisions } from '../transforms/clustering/decisions.js';
import { EMBEDDER_ROOT, type RunContexts } from './run-context.js';

/** Texts embedded between two looks at whether the run goes on. */
const TEXTS_A_STEP = 50;

/**
 * The cluster stage (MTU-Bench §3, tool clustering), a barrier over all tools: vectors from the store or the embedder,
 * one text at a time; clusters, names and the mapping are kept as documents of the run. Idempotent: a run that has
 * them keeps them.
 *
 * @param goesOn looked at now and then; what it throws ends the work
 * @throws EMBEDDER_UNAVAILABLE, CLUSTERS_INVALID
 */
export async function clusterTools(
  store: Store,
  contexts: RunContexts,
  runId: string,
  goesOn: () => Promise<void>,
): Promise<void> {
  if ((await findRunDocument(store, runId, { kind: 'mapping', name: 'mapping' })) !== undefined) return;
  const { catalogue, run } = await contexts.of(runId);
  const { frozen, roots } = run;
  const { clustering } = frozen.settings;
  const decisions = await findRunDocument(store, runId, { kind: 'decisions', name: 'decisions' });
  const modelFolder = roots[EMBEDDER_ROOT];
  const embedder = await openEmbedder(clustering.embedder, modelFolder === undefined ? {} : { modelFolder });
  const total = Object.keys(catalogue.tools).length;
  await setProgress(store, runId, { stage: 'cluster', total, done: 0 });
  try {
    const vectors = await vectorsOf(store, embedder, textsToEmbed(catalogue, clustering), goesOn);
    const { mapping, ...clustered } = await clusterInThread({
      catalogue,
      vectors,
      embedderId: embedder.id,
      settings: clustering,
      decisions:
        decisions === undefined ? undefined : parseDecisions(decisions, 'the run’s cluster decisions'),
    });
    await keepRunDocument(store, runId, {
      kind: 'clustered',
      name: 'clustered',
      text: JSON.stringify(clustered),
    });
    await keepRunDocument(store, runId, { kind: 'mapping', name: 'mapping', text: JSON.stringify(mapping) });
    await setProgress(store, runId, { stage: 'cluster', total, done: total });
    await recordEvent(store, runId, 'tools clustered', { before: mapping.before, after: mapping.after });
  } finally {
    await embedder.close();
  }
}

/** A vector for every text: embedded once a store and embedder, whatever run asks. */
async function vectorsOf(
  store: Store,
  embedder: TextEmbedder,
  texts: readonly string[],
  goesOn: () => Promise<void>,
): Promise<Map<string, readonly number[]>> {
  const vectors = await knownVectors(store, embedder.id, texts);
  const missing = texts.filter((text) => !vectors.has(text));
  for (let from = 0; from < missing.length; from += TEXTS_A_STEP) {
    await goesOn();
    const made: [string, readonly number[]][] = [];
    for (const text of missing.slice(from, from + TEXTS_A_STEP))
      made.push([text, await embedder.embed(text)]);
    await keepVectors(store, embedder.id, made);
    for (const [text, vector] of made) vectors.set(text, vector);
  }
  return vectors;
}
