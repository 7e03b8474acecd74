import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { TEvalOptions } from '../resolve/t-eval-settings.js';
import type { SettingOptions } from '../resolve/run-settings.js';

/** Options of `regenerate` that mean something to one family alone. */
type Alone<T> = readonly (keyof T)[];

const MTU_BENCH: Alone<SettingOptions & { readonly source: unknown }> = [
  ...(['source', 'singleTool', 'texts', 'heldOut', 'testShare', 'preset', 'quota'] as const),
  'reviewDuplicates',
  ...(['schema', 'clusters', 'topics', 'split', 'dropIntents', 'create', 'recheck', 'rewrite'] as const),
  ...(['judgeIntents', 'reviewIntents'] as const),
];
const T_EVAL: Alone<TEvalOptions> = [
  ...(['tools', 'domains', 'queries', 'language', 'promptsASet', 'queriesAPrompt', 'refine'] as const),
  ...(['nearDuplicate', 'revisions', 'steps', 'callsBy', 'faults', 'completeTools', 'reviewTools'] as const),
  'reviewQueries',
];

/** By family: options of the other, and what there is instead. */
const UNFIT = {
  'mtu-bench': {
    options: T_EVAL as readonly string[],
    next: 'Leave them out: its dialogues come from --source, how many items there are is said with --quota or --test-share.',
  },
  't-eval': {
    options: MTU_BENCH as readonly string[],
    next: 'Leave them out: it has no corpus, no clusters, no splits and no quotas. Its tools come from --tools, how many queries are asked for is said with --queries; the fifths are drawn by --seed.',
  },
} as const;

/** @throws USAGE for options that an export of this family has no use for */
export function assertOptionsOf(family: keyof typeof UNFIT, options: object): void {
  const unfit = UNFIT[family].options.filter((name) => isGiven((options as Record<string, unknown>)[name]));
  if (unfit.length === 0) return;
  throw new BenchwrightError('USAGE', {
    expected: `options for an export of ${family}`,
    found: unfit.map(typedAs).join(', '),
    next: UNFIT[family].next,
  });
}

/** Those that may be repeated are empty where they were not typed. */
const isGiven = (value: unknown): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);

/** `promptsASet` as `--prompts-a-set`. */
const typedAs = (option: string): string =>
  `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
