import { oneOf } from '../../../app/one-of.js';
import { reviewOf } from '../../../app/resolve/review-policy.js';
import { isReviewed, type Review } from '../../../core/review/policy.js';
import { embedderAsked, embedderOf } from '../../../app/resolve/embedder.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { DISTRACTORS_BY, MOST_OFFERED, type UltraToolSettings } from '../../../core/ultratool/run.js';
import type { Writing } from '../../../core/review/writing.js';
import type { ResolveRequest, RunOptions } from '../../parts/planning.js';
import { assertWriting, wantedOf } from '../../parts/writing.js';
import { domainsOf } from './domains.js';

/** The options as a command reads them. */
export interface UltraToolGiven extends RunOptions {
  readonly samples?: string;
  readonly queries?: string;
  /** `5`, or `Finance=10,Hotel=5`. */
  readonly write?: string;
  readonly reviewWriting?: string;
  /** Comma-separated, or `any`. */
  readonly domains?: string;
  readonly generalised?: number;
  readonly complicated?: number;
  readonly nearDuplicate?: number;
  readonly offeredTools?: number;
  readonly reviewQueries?: string;
  readonly mergeSimilarity?: number;
  readonly reviewMerges?: string;
  readonly keepAltered?: boolean;
  readonly repair?: boolean;
  readonly attempts?: number;
  readonly language?: string;
  readonly test?: number;
  readonly distractorsBy?: string;
  readonly selectionDistractors?: number;
  readonly creationToolset?: number;
  readonly ownShare?: number;
  readonly embedder?: string;
  readonly bugCompatible?: boolean;
  readonly prompts?: string;
}

/** Settings, and the folder of a local embedding model. */
export interface UltraToolSettled {
  readonly settings: UltraToolSettings;
  readonly modelFolder: string | undefined;
}

/**
 * Cosine distance up to which tools are equivalent; larger for lexical vectors, because the letters of different words
 * coincide more often than meanings.
 */
const APART = { lexical: 0.2, local: 0.15, openai: 0.15 } as const;

/**
 * Settings of a new run: options over the defaults or the base export's.
 * @throws USAGE, EMBEDDER_UNAVAILABLE
 */
export async function ultraToolSettings(
  context: ResolveRequest['context'],
  given: UltraToolGiven,
  { settings: there, modelFolder: folderThere }: Partial<UltraToolSettled> = {},
): Promise<UltraToolSettled> {
  const typed = embedderAsked(given.embedder);
  const { embedder, modelFolder } =
    there && typed === undefined
      ? { embedder: there.embedder, modelFolder: folderThere }
      : await embedderOf(typed ?? { kind: 'lexical' }, process.cwd(), context.config.models);
  const before = there?.distractors;
  const test = given.test ?? there?.test;
  const settings: UltraToolSettings = {
    language: oneOf('--language', given.language ?? there?.language ?? 'en', ['en', 'zh'] as const, 'run'),
    ...(test === undefined ? {} : { test: whole('--test', test, 1, 1_000_000) }),
    bugCompatible: given.bugCompatible ?? there?.bugCompatible ?? false,
    ...((there === undefined ? given.queries === undefined : there.numbers) && { numbers: 'as written' }),
    embedder,
    distractors: {
      by: oneOf('--distractors-by', given.distractorsBy ?? before?.by ?? 'closeness', DISTRACTORS_BY, 'run'),
      selection: whole(
        '--selection-distractors',
        given.selectionDistractors ?? before?.selection ?? 1,
        1,
        20,
      ),
      creation: whole('--creation-toolset', given.creationToolset ?? before?.creation ?? 2, 1, 20),
      ownShare: given.ownShare ?? before?.ownShare ?? 0.14,
      apart: there?.embedder.kind === embedder.kind && before ? before.apart : APART[embedder.kind],
    },
    repair: repairOf(given, there),
    samples: whole('--attempts', given.attempts ?? there?.samples ?? 3, 1, 20),
    ...generateOf(context, given, there, embedder.kind),
    ...mergeOf(context, given, there, embedder.kind),
  };
  return { settings, modelFolder };
}

/** Similarities by embedder: from which a query is a near-duplicate, and from which a merge is proposed. */
const NEAR_DUPLICATE = { lexical: 0.95, local: 0.9, openai: 0.9 } as const;
const LIKE_TOOLS = { lexical: 0.9, local: 0.9, openai: 0.9 } as const;

/** How queries are made from experts' queries; undefined if samples are read. @throws USAGE, CONFIG_INVALID */
function generateOf(
  context: ResolveRequest['context'],
  given: UltraToolGiven,
  there: UltraToolSettings | undefined,
  kind: keyof typeof NEAR_DUPLICATE,
): Pick<UltraToolSettings, 'generate'> {
  const before = there?.generate;
  if (there === undefined ? !makesQueries(given) : before === undefined) return {};
  const write = before?.write ?? writingOf(context, given);
  const offered = given.offeredTools ?? (there === undefined ? 30 : before?.offered);
  return {
    generate: {
      generalised: whole('--generalised', given.generalised ?? before?.generalised ?? 1, 0, 10),
      complicated: whole('--complicated', given.complicated ?? before?.complicated ?? 1, 0, 10),
      nearDuplicate: similarity(
        '--near-duplicate',
        given.nearDuplicate ??
          (there?.embedder.kind === kind ? before?.nearDuplicate : undefined) ??
          NEAR_DUPLICATE[kind],
      ),
      ...(write && { write }),
      ...(offered !== undefined && { offered: whole('--offered-tools', offered, 0, MOST_OFFERED) }),
      ...gateReview(context, '--review-queries', given.reviewQueries, before?.review),
    },
  };
}

/** Whether a run begins with queries, from a file or written. */
const makesQueries = ({ queries, write }: UltraToolGiven): boolean =>
  queries !== undefined || write !== undefined;

/** Queries to write; undefined if none. @throws USAGE, CONFIG_INVALID */
function writingOf(
  context: ResolveRequest['context'],
  { write, reviewWriting = 'tooltalk', domains }: UltraToolGiven,
): Writing | undefined {
  if (write === undefined) return undefined;
  const review = reviewOf(context, reviewWriting, 'run', '--review-writing');
  assertWriting(review, '--review-writing', '--review-writing tooltalk');
  return { wanted: wantedOf('--write', write, domainsOf(domains)), review };
}

/** Whether texts are reworded: always for generated samples, on request for read ones. @throws USAGE */
function repairOf(given: UltraToolGiven, there: UltraToolSettings | undefined): boolean {
  const { keepAltered = false, repair } = given;
  if (keepAltered && repair === true)
    throw new BenchwrightError('USAGE', {
      expected: '--repair or --keep-altered',
      found: 'both',
      next: 'See `benchwright run ultratool --help`.',
    });
  return !keepAltered && (repair ?? there?.repair ?? makesQueries(given));
}

/** How tools are merged; undefined if samples are read and merging is not requested. @throws USAGE, CONFIG_INVALID */
function mergeOf(
  context: ResolveRequest['context'],
  given: UltraToolGiven,
  there: UltraToolSettings | undefined,
  kind: keyof typeof LIKE_TOOLS,
): Pick<UltraToolSettings, 'merge'> {
  const before = there?.merge;
  const asked = given.mergeSimilarity !== undefined || given.reviewMerges !== undefined;
  if (!asked && (there === undefined ? !makesQueries(given) : before === undefined)) return {};
  const threshold = similarity(
    '--merge-similarity',
    given.mergeSimilarity ??
      (there?.embedder.kind === kind ? before?.threshold : undefined) ??
      LIKE_TOOLS[kind],
  );
  return {
    merge: {
      threshold,
      ...((before === undefined || before.admits === true) && { admits: true }),
      ...gateReview(context, '--review-merges', given.reviewMerges, before?.review),
    },
  };
}

function gateReview(
  context: ResolveRequest['context'],
  option: string,
  typed: string | undefined,
  before: Review | undefined,
): { readonly review?: Review } {
  const review = typed === undefined ? before : reviewOf(context, typed, 'run', option);
  return review === undefined || !isReviewed(review) ? {} : { review };
}

function similarity(option: string, value: number): number {
  if (value > 0 && value <= 1) return value;
  throw new BenchwrightError('USAGE', {
    expected: `${option} above 0, up to 1`,
    found: String(value),
    next: 'See `benchwright run ultratool --help`.',
  });
}

export function whole(option: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw new BenchwrightError('USAGE', {
    expected: `${option} ${least} to ${most}`,
    found: String(value),
    next: 'See `benchwright run ultratool --help`.',
  });
}
