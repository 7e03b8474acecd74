import { oneOf } from '../../../app/one-of.js';
import { embedderAsked, embedderOf } from '../../../app/resolve/embedder.js';
import { reviewOf } from '../../../app/resolve/review-policy.js';
import { policyOf } from '../../../core/review/policy.js';
import type { Writing } from '../../../core/review/writing.js';
import type { ToolEyesSettings } from '../../../core/tooleyes/run.js';
import { PROMPT_KINDS } from '../../../core/tooleyes/test-record.js';
import { MAX_TURN } from '../../../core/tooleyes/trajectory.js';
import { queriesWanted } from '../../../stages/tooleyes/queries.js';
import { sharedOut } from '../../../transforms/tooleyes/targets.js';
import type { ResolveRequest } from '../../parts/planning.js';
import { toolsOf } from './tools-settings.js';
import { assertWriting } from '../../parts/writing.js';
import { gateReview, toolEyesUsage, whole, type ToolEyesGiven } from './given.js';
import type { Served } from './inputs.js';

/** Settings, and the folder of a local embedding model. */
export interface ToolEyesSettled {
  readonly settings: ToolEyesSettings;
  readonly modelFolder: string | undefined;
}

/** Similarity from which a query is a near-duplicate. */
const NEAR_DUPLICATE = { lexical: 0.95, local: 0.9, openai: 0.9 } as const;

/**
 * Settings of a new run: options over the defaults or the base export's.
 * @throws USAGE, EMBEDDER_UNAVAILABLE
 */
export async function toolEyesSettings(
  context: ResolveRequest['context'],
  given: ToolEyesGiven,
  served: Served,
  { settings: there, modelFolder: folderThere }: Partial<ToolEyesSettled> = {},
): Promise<ToolEyesSettled> {
  const typed = embedderAsked(given.embedder);
  const { embedder, modelFolder } =
    there && typed === undefined
      ? { embedder: there.embedder, modelFolder: folderThere }
      : await embedderOf(typed ?? { kind: 'lexical' }, process.cwd(), context.config.models);
  const reviewQueries = gateReview(context, '--review-queries', given.reviewQueries, there?.reviewQueries);
  const queries = fromOf(given, there);
  const targets = targetsOf(given, served.scenarios, there);
  const write =
    queries === 'written' ? (there?.write ?? writingOf(context, given, served, targets)) : undefined;
  const settings: ToolEyesSettings = {
    ...{ queries, ...(write && { write }), embedder, targets },
    nearDuplicate: similarity(
      given.nearDuplicate ??
        (there?.embedder.kind === embedder.kind ? there.nearDuplicate : NEAR_DUPLICATE[embedder.kind]),
    ),
    ...(reviewQueries && { reviewQueries }),
    ...trajectoriesOf(context, given, there),
    ...healthOf(given, served, there),
    ...(there?.choice && { choice: there.choice }),
    ...toolsOf(context, given, embedder, there),
    samples: whole('--attempts', given.attempts ?? there?.samples ?? 3, 1, 20),
  };
  return { settings, modelFolder };
}

/** Origin of queries: as requested, else as before. */
function fromOf(
  { queries, draft, write }: ToolEyesGiven,
  there: ToolEyesSettings | undefined,
): ToolEyesSettings['queries'] {
  if (queries !== undefined) return 'read';
  if (draft !== undefined) return 'drafted';
  return write === undefined ? (there?.queries ?? 'drafted') : 'written';
}

/** Queries to write, by subcategory. @throws USAGE, CONFIG_INVALID */
function writingOf(
  context: ResolveRequest['context'],
  { reviewWriting = 'tooleyes' }: ToolEyesGiven,
  { library, scenarios }: Served,
  targets: ToolEyesSettings['targets'],
): Writing {
  const review = reviewOf(context, reviewWriting, 'run', '--review-writing');
  assertWriting(review, '--review-writing', '--review-writing tooleyes');
  const wanted = queriesWanted(library, scenarios, targets).flatMap(({ of: { category, name }, count }) =>
    count === 0 ? [] : [{ topic: `${category}/${name}`, count }],
  );
  if (wanted.length === 0) throw toolEyesUsage('--write with scenarios that have targets', 'no target');
  return { wanted, review };
}

function targetsOf(
  { draft, write, queries }: ToolEyesGiven,
  scenarios: Served['scenarios'],
  there: ToolEyesSettings | undefined,
): ToolEyesSettings['targets'] {
  if (draft === undefined && there !== undefined) return there.targets;
  const own = new Map(scenarios.map(({ key, target }) => [key, target]));
  if (queries !== undefined) return Object.fromEntries(own);
  if (draft !== undefined) return Object.fromEntries(sharedOut(whole('--draft', draft, 1, 100_000), own));
  if (write === undefined || write === 'targets') return Object.fromEntries(own);
  if (!/^\d+$/.test(write)) throw toolEyesUsage('--write with a number, or --write targets', write);
  return Object.fromEntries(sharedOut(whole('--write', Number(write), 1, 100_000), own));
}

/** Number of calls per tool in the health check. @throws USAGE if no tool can be called */
function healthOf(
  { health, healthCalls }: ToolEyesGiven,
  { tools }: Served,
  there: ToolEyesSettings | undefined,
): Pick<ToolEyesSettings, 'health'> {
  if (health !== true && there?.health === undefined) {
    if (healthCalls !== undefined) throw toolEyesUsage('--health with --health-calls', 'no --health');
    return {};
  }
  if (tools === undefined)
    throw toolEyesUsage('--health with --tools, as tools of a folder cannot be called', 'no --tools');
  return { health: { calls: whole('--health-calls', healthCalls ?? there?.health?.calls ?? 2, 1, 20) } };
}

function trajectoriesOf(
  context: ResolveRequest['context'],
  given: ToolEyesGiven,
  there: ToolEyesSettings | undefined,
): Pick<ToolEyesSettings, 'trajectories' | 'judge'> {
  const before = there?.trajectories;
  const shots = oneOf(
    '--trajectories',
    given.trajectories ?? (there === undefined ? 'zero' : (before?.shots ?? 'none')),
    ['none', ...PROMPT_KINDS] as const,
    'run',
  );
  if (shots === 'none') {
    if (given.judge === true) throw toolEyesUsage('--judge with trajectories', '--trajectories none');
    return {};
  }
  const trajectories = {
    shots,
    turns: whole('--turns', given.turns ?? before?.turns ?? MAX_TURN + 1, 1, 50),
  };
  const asked = given.judge ?? there?.judge !== undefined;
  if (!asked) {
    if (given.reviewJudgements !== undefined)
      throw toolEyesUsage('--judge with --review-judgements', 'no --judge');
    return { trajectories };
  }
  const review = gateReview(context, '--review-judgements', given.reviewJudgements, there?.judge?.review);
  if (review && policyOf(review).rounds[0]?.action !== 'write')
    throw toolEyesUsage(
      'a policy whose first round writes, such as `scoring`, for --review-judgements',
      policyOf(review).name,
    );
  return {
    trajectories,
    judge: {
      sample: whole('--judge-sample', given.judgeSample ?? there?.judge?.sample ?? 20, 0, 100_000),
      ...(review && { review }),
    },
  };
}

function similarity(value: number): number {
  if (value > 0 && value <= 1) return value;
  throw toolEyesUsage('--near-duplicate above 0, and at most 1', String(value));
}
