import { rewriteCallsOf } from '../activities/model-stages/rewrite-calls.js';
import { firstRewriteCalls, openRewriteContext } from '../activities/model-stages/rewrite-item.js';
import { RunContexts } from '../activities/run-context.js';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { SPLITS, type Item } from '../core/item.js';
import type { EmbeddingRequest } from '../core/model-call.js';
import { REWRITE_STAGE } from '../core/rewriting.js';
import type { MtuBenchRun } from '../core/run.js';
import { countCalls } from '../llm/cost/count-calls.js';
import { guessOutput, NO_CALLS, NO_OUTPUT, plusCall, type CallPlan } from '../llm/cost/plan.js';
import { loadTokenCounter } from '../llm/cost/tokens.js';
import { embeddingRequests } from '../llm/embedders/embed-texts.js';
import { keptVectors, vectorCalls } from '../llm/embedders/vector-answers.js';
import { findRunDocument, SPLIT_DOCUMENT } from '../store/documents.js';
import { streamItems } from '../store/export-streams.js';
import { usualOutput } from '../store/ledger/usual-output.js';
import { runInputs } from '../store/run-inputs.js';
import type { NewRun, Run } from '../store/runs.js';
import { textsToEmbed } from '../transforms/clustering/cluster-catalogue.js';
import type { Catalogue } from '../transforms/tools/catalogue.js';
import { planCreation } from './plan-creation.js';
import { offlineRun, type OfflineRun } from './offline-run.js';
import { stagePlan, type Planning, type StagePlan } from './stage-plan.js';

/**
 * What a run of `mtu-bench` that is not begun will ask: of the embedder for the names of tools, and of `generator` for
 * thoughts and replies. Nothing is sent: for these the items are made in this process, from the vectors that the ledger
 * has; where it lacks some, clusters and items are not known yet, and the most that can be rewritten is counted.
 *
 * @param clustered the run takes over clusters that are there
 * @throws SOURCE_*, SPLIT_IMPOSSIBLE, EMBEDDER_UNAVAILABLE
 */
export async function planMtuBench(
  run: NewRun<'mtu-bench'>,
  planning: Planning,
  clustered = false,
): Promise<StagePlan[]> {
  const { create, rewrite } = run.frozen.settings;
  const embeddings = await planEmbeddings(run, planning);
  const created = create ? await planCreation(run, planning) : [];
  const asked = [...created.slice(0, 1), ...(clustered ? [] : embeddings), ...created.slice(1)];
  if (rewrite === undefined) return asked;
  const known = embeddings.every(({ toBuy }) => toBuy === 0);
  const rest = withoutCreation(run);
  const items = known ? await planItems(rest, planning) : await planAnyItems(rest, planning);
  return [...asked, create ? { ...items, counted: 'without created' } : items];
}

/** The run without the dialogues of words alone: what becomes of them hangs on answers that nobody has. */
function withoutCreation(run: NewRun<'mtu-bench'>): NewRun<'mtu-bench'> {
  const { create: _, ...settings } = run.frozen.settings;
  return { ...run, frozen: { ...run.frozen, settings } };
}

/** The same of what a run that was begun has left. */
export async function planRest(run: Run<'mtu-bench'>, planning: Planning): Promise<StagePlan[]> {
  const { home } = planning;
  if (run.status === 'finished') return [];
  if ((await findRunDocument(home, run.runId, SPLIT_DOCUMENT)) === undefined) {
    const mapping = await findRunDocument(home, run.runId, { kind: 'mapping', name: 'mapping' });
    return planMtuBench(await runInputs(home, run), planning, mapping !== undefined);
  }
  if (run.frozen.settings.rewrite === undefined) return [];
  const calls = rewriteCallsOf(home, new RunContexts(home), run.runId);
  return [await rewriting(run.frozen, planning, (guessed) => countCalls(home, calls, guessed))];
}

/** Names, and descriptions where they count, as the cluster stage will have them embedded: all of them, exactly. */
async function planEmbeddings(
  { frozen, documents }: NewRun<'mtu-bench'>,
  { home, priceOf }: Planning,
): Promise<StagePlan[]> {
  const { clustering } = frozen.settings;
  const catalogue = JSON.parse(documents.find(({ kind }) => kind === 'catalogue')?.text ?? '') as Catalogue;
  const requests = embeddingRequests(clustering.embedder, textsToEmbed(catalogue, clustering));
  const [first] = requests;
  if (first === undefined) return [];
  const count = await loadTokenCounter();
  const plan = await countCalls(home, vectorCalls(requests), { output: NO_OUTPUT, count });
  const { provider, model } = first;
  const named = { stage: 'cluster', role: 'embedder', provider, model, output: NO_OUTPUT } as const;
  return [stagePlan({ ...named, counted: 'calls' }, plan, priceOf(model), false)];
}

type Guessed = Parameters<typeof countCalls>[2];

/** The plan of the stage `rewrite`. @param plan counts its calls */
async function rewriting(
  { models }: MtuBenchRun,
  { home, priceOf }: Planning,
  plan: (guessed: Guessed) => Promise<CallPlan>,
  counted: StagePlan['counted'] = 'calls',
): Promise<StagePlan> {
  const served = models?.roles.generator;
  if (served === undefined) throw new Error('a run that rewrites has a generator');
  const { provider, model, sampling } = served;
  const output = guessOutput(await usualOutput(home, REWRITE_STAGE, model), sampling.maxTokens);
  const named = { stage: REWRITE_STAGE, role: 'generator', provider, model, output, counted };
  const guessed = { output, count: await loadTokenCounter() };
  return stagePlan(named, await plan(guessed), priceOf(model), models?.batch ?? false);
}

/** From the items as the run will have them. */
function planItems(run: NewRun<'mtu-bench'>, planning: Planning): Promise<StagePlan> {
  const { home, onProgress } = planning;
  const make = ({ store, contexts, runId }: OfflineRun): Promise<StagePlan> =>
    rewriting(run.frozen, planning, (guessed) =>
      countCalls(home, rewriteCallsOf(store, contexts, runId), guessed),
    );
  return offlineRun(run, onProgress, make, [], () => Promise.resolve(keptVectors(home, notThere)));
}

const notThere = ({ text }: EmbeddingRequest): BenchwrightError =>
  new BenchwrightError('INTERNAL', {
    found: `no vector of ${JSON.stringify(text)}, which was looked for before`,
    next: 'Report this.',
  });

/**
 * From the items that there would be if every tool stayed apart, each asked for on its own, those included that go into no
 * file. No clustering brings more: tools that become one make joined requests fewer and held-out tools more, and an S-S
 * item counted beside the dialogue that it shares its turn with outweighs every request joined across dialogues.
 */
function planAnyItems(run: NewRun<'mtu-bench'>, planning: Planning): Promise<StagePlan> {
  const make = async ({ store, contexts, runId }: OfflineRun): Promise<StagePlan> => {
    const context = await openRewriteContext(store, contexts, runId);
    return rewriting(
      run.frozen,
      planning,
      async (guessed) => {
        let plan = NO_CALLS;
        for (const split of [...SPLITS, 'none'] as const)
          for await (const { body } of streamItems(store, runId, split))
            for (const { request } of firstRewriteCalls(context, JSON.parse(body) as Item))
              plan = plusCall(plan, request, { known: false, ...guessed });
        return plan;
      },
      'before clustering',
    );
  };
  return offlineRun(keptApart(run), planning.onProgress, make);
}

/** The run with every tool in a cluster of its own. */
function keptApart(run: NewRun<'mtu-bench'>): NewRun<'mtu-bench'> {
  const { settings } = run.frozen;
  const others = run.documents.filter(({ kind }) => kind !== 'decisions');
  const catalogue = JSON.parse(others.find(({ kind }) => kind === 'catalogue')?.text ?? '') as Catalogue;
  const apart = { apart: [Object.keys(catalogue.tools)] };
  return {
    ...run,
    frozen: {
      ...run.frozen,
      settings: { ...settings, clustering: { ...settings.clustering, embedder: { kind: 'lexical' } } },
    },
    documents: [...others, { kind: 'decisions', name: 'decisions', text: JSON.stringify(apart) }],
  };
}
