import type { ChoiceOptions } from '../../../app/resolve/chosen-tools.js';
import { reviewOf } from '../../../app/resolve/review-policy.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { isReviewed, type Review } from '../../../core/review/policy.js';
import type { ResolveRequest, RunOptions } from '../../parts/planning.js';

/** The options as a command reads them. */
export interface ToolEyesGiven extends RunOptions, ChoiceOptions {
  readonly library?: string;
  /** Files, URLs or `mcp:COMMAND`, as accepted by readers of tools. */
  readonly tools?: readonly string[];
  readonly domains?: string;
  /** Whether deprecated operations of --tools are offered. */
  readonly deprecated?: boolean;
  /** `CATEGORY=KEY` or `KEY`. */
  readonly scenario?: readonly string[];
  readonly health?: boolean;
  readonly healthCalls?: number;
  readonly scenarios?: string;
  readonly templates?: readonly string[];
  readonly screen?: boolean;
  readonly toolFacts?: string;
  readonly maxPrice?: number;
  readonly maxFailures?: number;
  readonly maxAnswerTokens?: number;
  readonly reviewTools?: string;
  readonly alike?: number;
  /** `poor`, `all` or `none`; true: poor. */
  readonly writeDocuments?: string | true;
  readonly queries?: string;
  readonly draft?: number;
  /** `70`, or `targets`: those of the scenarios. */
  readonly write?: string;
  readonly reviewWriting?: string;
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

/** @throws USAGE */
export const toolEyesUsage = (expected: string, found: string): BenchwrightError =>
  new BenchwrightError('USAGE', { expected, found, next: 'See `benchwright run tooleyes --help`.' });

/** The review policy of a gate: as requested, else as before; undefined: no review. @throws USAGE */
export function gateReview(
  context: ResolveRequest['context'],
  option: string,
  typed: string | undefined,
  before: Review | undefined,
): Review | undefined {
  const review = typed === undefined ? before : reviewOf(context, typed, 'run', option);
  return review === undefined || !isReviewed(review) ? undefined : review;
}

/** @throws USAGE */
export function whole(option: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw toolEyesUsage(`${option} ${least} to ${most}`, String(value));
}
