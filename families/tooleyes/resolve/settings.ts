import { oneOf } from '../../../app/one-of.js';
import { embedderAsked, embedderOf } from '../../../app/resolve/embedder.js';
import { reviewOf } from '../../../app/resolve/review-policy.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { isReviewed, policyOf, type Review } from '../../../core/review/policy.js';
import type { ToolEyesSettings } from '../../../core/tooleyes/run.js';
import type { Scenario } from '../../../core/tooleyes/scenarios.js';
import { PROMPT_KINDS } from '../../../core/tooleyes/test-record.js';
import { MAX_TURN } from '../../../core/tooleyes/trajectory.js';
import { sharedOut } from '../../../transforms/tooleyes/targets.js';
import type { ResolveRequest, RunOptions } from '../../parts/planning.js';

/** The options as a command reads them. */
export interface ToolEyesGiven extends RunOptions {
  readonly library?: string;
  readonly scenarios?: string;
  readonly templates?: readonly string[];
  readonly queries?: string;
  readonly draft?: number;
  readonly nearDuplicate?: number;
  readonly reviewQueries?: string;
  readonly trajectories?: string;
  readonly turns?: number;
  readonly judge?: boolean;
  readonly judgeSample?: number;
  readonly reviewJudgements?: string;
  readonly embedder?: string;
  readonly attempts?: number;
  readonly prompts?: string;
}

/** Settings, and the folder of a local embedding model. */
export interface ToolEyesSettled {
  readonly settings: ToolEyesSettings;
  readonly modelFolder: string | undefined;
}

/** Similarity from which a query is a near-duplicate. */
const NEAR_DUPLICATE = { lexical: 0.95, local: 0.9, openai: 0.9 } as const;

/** @throws USAGE */
export const toolEyesUsage = (expected: string, found: string): BenchwrightError =>
  new BenchwrightError('USAGE', { expected, found, next: 'See `benchwright run tooleyes --help`.' });

/**
 * Settings of a new run: options over the defaults or the base export's.
 * @throws USAGE, EMBEDDER_UNAVAILABLE
 */
export async function toolEyesSettings(
  context: ResolveRequest['context'],
  given: ToolEyesGiven,
  scenarios: readonly Scenario[],
  { settings: there, modelFolder: folderThere }: Partial<ToolEyesSettled> = {},
): Promise<ToolEyesSettled> {
  const typed = embedderAsked(given.embedder);
  const { embedder, modelFolder } =
    there && typed === undefined
      ? { embedder: there.embedder, modelFolder: folderThere }
      : await embedderOf(typed ?? { kind: 'lexical' }, process.cwd(), context.config.models);
  const reviewQueries = gateReview(context, '--review-queries', given.reviewQueries, there?.reviewQueries);
  const settings: ToolEyesSettings = {
    ...{ queries: given.queries === undefined ? 'drafted' : 'read', embedder },
    targets: targetsOf(given, scenarios, there),
    nearDuplicate: similarity(
      given.nearDuplicate ??
        (there?.embedder.kind === embedder.kind ? there.nearDuplicate : NEAR_DUPLICATE[embedder.kind]),
    ),
    ...(reviewQueries && { reviewQueries }),
    ...trajectoriesOf(context, given, there),
    samples: whole('--attempts', given.attempts ?? there?.samples ?? 3, 1, 20),
  };
  return { settings, modelFolder };
}

function targetsOf(
  { draft, queries }: ToolEyesGiven,
  scenarios: readonly Scenario[],
  there: ToolEyesSettings | undefined,
): ToolEyesSettings['targets'] {
  if (draft === undefined && there !== undefined) return there.targets;
  const own = new Map(scenarios.map(({ key, target }) => [key, target]));
  if (draft === undefined || queries !== undefined) return Object.fromEntries(own);
  return Object.fromEntries(sharedOut(whole('--draft', draft, 1, 100_000), own));
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

function gateReview(
  context: ResolveRequest['context'],
  option: string,
  typed: string | undefined,
  before: Review | undefined,
): Review | undefined {
  const review = typed === undefined ? before : reviewOf(context, typed, 'run', option);
  return review === undefined || !isReviewed(review) ? undefined : review;
}

function similarity(value: number): number {
  if (value > 0 && value <= 1) return value;
  throw toolEyesUsage('--near-duplicate above 0, and at most 1', String(value));
}

function whole(option: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw toolEyesUsage(`${option} ${least} to ${most}`, String(value));
}
