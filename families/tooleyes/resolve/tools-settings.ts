import { oneOf } from '../../../app/one-of.js';
import type { Embedder } from '../../../core/embedder.js';
import { DOCUMENTS_WRITTEN, PAPER_SCREENING, type Screening } from '../../../core/tooleyes/screening.js';
import type { ToolEyesSettings } from '../../../core/tooleyes/run.js';
import type { ResolveRequest } from '../../parts/planning.js';
import { gateReview, toolEyesUsage, whole, type ToolEyesGiven } from './given.js';

/**
 * Similarity from which tools are marked as similar; every seventh published tool has such a similar tool (lexical).
 */
const ALIKE = 0.9;

/** Settings of the choice of tools and of their documents; empty if all tools are used unchanged. */
export function toolsOf(
  context: ResolveRequest['context'],
  given: ToolEyesGiven,
  embedder: Embedder,
  there: ToolEyesSettings | undefined,
): Pick<ToolEyesSettings, 'screen' | 'reviewTools' | 'writeDocuments'> {
  const screen = screenOf(given, there?.screen);
  const review = gateReview(context, '--review-tools', given.reviewTools, there?.reviewTools?.review);
  if (given.alike !== undefined && review === undefined)
    throw toolEyesUsage('--review-tools with --alike', 'no --review-tools');
  const before = there?.embedder.kind === embedder.kind ? there.reviewTools?.alike : undefined;
  const { writeDocuments } = given;
  const documents = oneOf(
    '--write-documents',
    writeDocuments === true ? 'poor' : (writeDocuments ?? there?.writeDocuments ?? 'none'),
    ['none', ...DOCUMENTS_WRITTEN] as const,
    'run',
  );
  return {
    ...(screen && { screen }),
    ...(review && {
      reviewTools: { review, alike: share('--alike', given.alike ?? before ?? ALIKE) },
    }),
    ...(documents !== 'none' && { writeDocuments: documents }),
  };
}

function screenOf(
  { screen, toolFacts, maxPrice, maxFailures, maxAnswerTokens }: ToolEyesGiven,
  before: Screening | undefined,
): Screening | undefined {
  const asked = [toolFacts, maxPrice, maxFailures, maxAnswerTokens].some((one) => one !== undefined);
  if (screen !== true && !asked && before === undefined) return undefined;
  const from = before ?? PAPER_SCREENING;
  return {
    maxPrice: atLeastNothing('--max-price', maxPrice ?? from.maxPrice),
    maxFailures: portion('--max-failures', maxFailures ?? from.maxFailures),
    maxAnswerTokens: whole('--max-answer-tokens', maxAnswerTokens ?? from.maxAnswerTokens, 0, 1_000_000_000),
  };
}

function atLeastNothing(option: string, value: number): number {
  if (value >= 0 && Number.isFinite(value)) return value;
  throw toolEyesUsage(`${option} from 0`, String(value));
}

function portion(option: string, value: number): number {
  if (value >= 0 && value <= 1) return value;
  throw toolEyesUsage(`${option} from 0 to 1`, String(value));
}

function share(option: string, value: number): number {
  if (value > 0 && value <= 1) return value;
  throw toolEyesUsage(`${option} above 0, and at most 1`, String(value));
}
