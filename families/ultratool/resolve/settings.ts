import { oneOf } from '../../../app/one-of.js';
import { embedderAsked, embedderOf } from '../../../app/resolve/embedder.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { DISTRACTORS_BY, type UltraToolSettings } from '../../../core/ultratool/run.js';
import type { ResolveRequest, RunOptions } from '../../parts/planning.js';

/** The options as a command reads them. */
export interface UltraToolGiven extends RunOptions {
  readonly samples?: string;
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

/** Cosine distance up to which a tool would do as well: letters of different words coincide more often than meanings. */
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
    repair: there?.repair ?? false,
    samples: there?.samples ?? 3,
  };
  return { settings, modelFolder };
}

export function whole(option: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw new BenchwrightError('USAGE', {
    expected: `${option} ${least} to ${most}`,
    found: String(value),
    next: 'See `benchwright run ultratool --help`.',
  });
}
