import type { FirstCall } from '../../../stages/map-stage.js';
import { firstRecheckCall, openRecheckContext } from '../../../stages/mtu-bench/recheck-item.js';
import { recheckCallsOf, rewriteCallsOf } from '../../../stages/mtu-bench/rewrite-calls.js';
import { firstRewriteCalls, openRewriteContext } from '../../../stages/mtu-bench/rewrite-item.js';
import { contextsOf, MtuBenchContexts } from '../../../stages/mtu-bench/run-context.js';
import { CREATE_STAGE } from '../../../core/mtu-bench/creation.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { decidesOnIntents } from '../../../core/mtu-bench/intents.js';
import { SPLITS } from '../../../core/split.js';
import type { Item } from '../../../core/mtu-bench/item.js';
import type { EmbeddingRequest } from '../../../core/model-call.js';
import { RECHECK_STAGE } from '../../../core/mtu-bench/rechecking.js';
import { REWRITE_STAGE } from '../../../core/mtu-bench/rewriting.js';
import type { MtuBenchRun, MtuBenchSettings } from '../../../core/mtu-bench/run.js';
import { countCalls } from '../../../llm/cost/count-calls.js';
import { guessOutput, EMPTY_CALL_PLAN, NO_OUTPUT, plusCall, type CallPlan } from '../../../llm/cost/plan.js';
import { loadTokenCounter } from '../../../llm/cost/tokens.js';
import { embeddingRequests } from '../../../llm/embedders/embed-texts.js';
import { keptVectors, vectorCalls } from '../../../llm/embedders/vector-answers.js';
import {
  findRunDocument,
  PROPOSED_CATALOGUE,
  RECHECK_DOCUMENT,
  SPLIT_DOCUMENT,
} from '../../../store/documents.js';
import { streamItems } from '../../../store/mtu-bench/export-streams.js';
import { typicalOutput } from '../../../store/ledger/typical-output.js';
import { runInputs } from '../../../store/mtu-bench/run-inputs.js';
import type { NewRun, Run } from '../../../store/runs.js';
import type { Store } from '../../../store/store.js';
import { textsToEmbed } from '../../../transforms/mtu-bench/clustering/cluster-catalogue.js';
import type { Catalogue } from '../../../transforms/mtu-bench/tools/catalogue.js';
import { estimateIntents } from './estimate-intents.js';
import { estimateCreation } from './estimate-creation.js';
import type { LocalRun } from '../../../app/rebuild/local-options.js';
import { stagePlan, type Planning, type StagePlan } from '../../../app/plan/stage-plan.js';
import type { FamilyPlanning } from '../../parts/planning.js';
import { parseJson, writeJson } from '../../../core/json.js';

/**
 * Estimates a new `mtu-bench` run: `judge` on intents, embeddings of tool names, `judge` on items, `generator` for
 * texts. Sends nothing: items are computed locally from vectors in the ledger; if some are missing, clusters and items
 * are unknown and an upper bound is used.
 * @param clustered the run reuses existing clusters
 * @param begun the run in the home's store, if it exists
 * @throws SOURCE_*, SPLIT_IMPOSSIBLE, EMBEDDER_UNAVAILABLE
 */
export async function estimateMtuBench(
  run: NewRun<'mtu-bench'>,
  planning: FamilyPlanning,
  clustered = false,
  begun?: Run<'mtu-bench'>,
): Promise<StagePlan[]> {
  const { judgeIntents, create, recheck, rewrite } = run.frozen.settings;
  const intents = judgeIntents ? [await estimateIntents(run, planning)] : [];
  // Includes tools proposed by a model once gathered.
  const gathered = begun && (await findRunDocument(planning.home, begun.runId, PROPOSED_CATALOGUE));
  const embeddings = await planEmbeddings(run, planning, gathered);
  const created = create ? await estimateCreation(run, planning, begun) : [];
  const first = created.filter(({ stage }) => stage === CREATE_STAGE);
  const asked = [
    ...intents,
    ...first,
    ...(clustered ? [] : embeddings),
    ...created.filter((one) => !first.includes(one)),
  ];
  if (recheck === undefined && rewrite === undefined) return asked;
  const known = embeddings.every(({ toBuy }) => toBuy === 0);
  const rest = withoutCreation(run);
  const items = known ? await planItems(rest, planning) : await planAnyItems(rest, planning);
  return [...asked, ...items.map((item) => ({ ...item, counted: countedOf(run.frozen.settings, item) }))];
}

/** Which later step can still change the number of items. */
const countedOf = (settings: MtuBenchSettings, { counted }: StagePlan): StagePlan['counted'] =>
  settings.create ? 'without created' : decidesOnIntents(settings) ? 'before the intents' : counted;

const MAKING = 'clustering and converting, to count calls';

/** The run without parts that depend on unknown answers and decisions: unannotated dialogues, and judged intents. */
function withoutCreation(run: NewRun<'mtu-bench'>): NewRun<'mtu-bench'> {
  const { create: _c, judgeIntents: _j, reviewIntents: _r, ...settings } = run.frozen.settings;
  return { ...run, frozen: { ...run.frozen, settings } };
}

/** Like `estimateMtuBench`, for the rest of a run. */
export async function estimateRest(run: Run<'mtu-bench'>, planning: FamilyPlanning): Promise<StagePlan[]> {
  const { home } = planning;
  if (run.status === 'finished') return [];
  if ((await findRunDocument(home, run.runId, SPLIT_DOCUMENT)) === undefined) {
    const mapping = await findRunDocument(home, run.runId, { kind: 'mapping', name: 'mapping' });
    return estimateMtuBench(await runInputs(home, run), planning, mapping !== undefined, run);
  }
  const settled = await findRunDocument(home, run.runId, RECHECK_DOCUMENT);
  return planStages(home, new MtuBenchContexts(home), run, planning, settled !== undefined);
}

/** The stages over a split run's items. @param settled whether its recheck is complete */
async function planStages(
  store: Store,
  contexts: MtuBenchContexts,
  { runId, frozen }: Pick<Run<'mtu-bench'>, 'runId' | 'frozen'>,
  planning: Planning,
  settled = false,
): Promise<StagePlan[]> {
  const { recheck, rewrite } = frozen.settings;
  const counted = recheck?.wrong === 'drop' && !settled ? 'before the recheck' : 'calls';
  const plan = (asked: typeof RECHECKS | typeof REWRITES, calls: AsyncIterable<FirstCall>) =>
    planAsking(frozen, planning, asked, (guessed) => countCalls(planning.home, calls, guessed), counted);
  return [
    ...(recheck && !settled ? [await plan(RECHECKS, recheckCallsOf(store, contexts, runId))] : []),
    ...(rewrite ? [await plan(REWRITES, rewriteCallsOf(store, contexts, runId))] : []),
  ];
}

/** The texts that the cluster stage will embed, counted exactly. */
async function planEmbeddings(
  { frozen, documents }: NewRun<'mtu-bench'>,
  { home, priceOf }: Planning,
  gathered: string | undefined,
): Promise<StagePlan[]> {
  const { clustering } = frozen.settings;
  const text = gathered ?? documents.find(({ kind }) => kind === 'catalogue')?.text ?? '';
  const catalogue = parseJson(text) as Catalogue;
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

const RECHECKS = { stage: RECHECK_STAGE, role: 'judge' } as const;
const REWRITES = { stage: REWRITE_STAGE, role: 'generator' } as const;

/** The plan of a stage over items. @param plan counts its calls */
async function planAsking(
  { models }: MtuBenchRun,
  { home, priceOf }: Planning,
  { stage, role }: typeof RECHECKS | typeof REWRITES,
  plan: (guessed: Guessed) => Promise<CallPlan>,
  counted: StagePlan['counted'],
): Promise<StagePlan> {
  const served = models?.roles[role];
  if (served === undefined) throw new Error(`a run with the stage ${stage} has a ${role}`);
  const { provider, model, sampling } = served;
  const output = guessOutput(await typicalOutput(home, stage, model), sampling.maxTokens);
  const named = { stage, role, provider, model, output, counted };
  const guessed = { output, count: await loadTokenCounter() };
  return stagePlan(named, await plan(guessed), priceOf(model), models?.batch ?? false);
}

/** From the items that the run will have. */
function planItems(run: NewRun<'mtu-bench'>, planning: FamilyPlanning): Promise<StagePlan[]> {
  const { home, onProgress } = planning;
  const make = ({ store, runId }: LocalRun): Promise<StagePlan[]> =>
    planStages(store, contextsOf(store), { runId, frozen: run.frozen }, planning);
  onProgress(MAKING);
  return planning.runLocally(run, { until: 'splitItems', vectors: () => keptVectors(home, notThere) }, make);
}

const notThere = ({ text }: EmbeddingRequest): BenchwrightError =>
  new BenchwrightError('INTERNAL', {
    found: `no vector of ${JSON.stringify(text)}, which was looked for before`,
    next: 'Report this.',
  });

/**
 * From the items that would exist if no tools were merged, including those in no file: an upper bound. Merging tools
 * reduces joined requests and adds held-out tools, and an S-S item counted beside the dialogue that shares its turn
 * outweighs all requests joined across dialogues.
 */
function planAnyItems(run: NewRun<'mtu-bench'>, planning: FamilyPlanning): Promise<StagePlan[]> {
  const { recheck, rewrite } = run.frozen.settings;
  const make = async ({ store, runId }: LocalRun): Promise<StagePlan[]> => {
    const ofAll = (asked: typeof RECHECKS | typeof REWRITES, callsOf: (item: Item) => FirstCall[]) =>
      planAsking(
        run.frozen,
        planning,
        asked,
        async (guessed) => {
          let plan = EMPTY_CALL_PLAN;
          for (const split of [...SPLITS, 'none'] as const)
            for await (const { body } of streamItems(store, runId, split))
              for (const { request } of callsOf(parseJson(body) as Item))
                plan = plusCall(plan, request, { known: false, ...guessed });
          return plan;
        },
        'before clustering',
      );
    const plans: StagePlan[] = [];
    if (recheck) {
      const context = await openRecheckContext(store, contextsOf(store), runId);
      plans.push(await ofAll(RECHECKS, (item) => [firstRecheckCall(context, item)]));
    }
    if (rewrite) {
      const context = await openRewriteContext(store, contextsOf(store), runId);
      plans.push(await ofAll(REWRITES, (item) => firstRewriteCalls(context, item)));
    }
    return plans;
  };
  planning.onProgress(MAKING);
  return planning.runLocally(keptApart(run), { until: 'splitItems' }, make);
}

/** The run with every tool in its own cluster. */
function keptApart(run: NewRun<'mtu-bench'>): NewRun<'mtu-bench'> {
  const { settings } = run.frozen;
  const others = run.documents.filter(({ kind }) => kind !== 'decisions');
  const catalogue = parseJson(others.find(({ kind }) => kind === 'catalogue')?.text ?? '') as Catalogue;
  const apart = { apart: [Object.keys(catalogue.tools)] };
  return {
    ...run,
    frozen: {
      ...run.frozen,
      settings: { ...settings, clustering: { ...settings.clustering, embedder: { kind: 'lexical' } } },
    },
    documents: [...others, { kind: 'decisions', name: 'decisions', text: writeJson(apart) }],
  };
}
