import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { HARD_KINDS, type HardKind } from '../../../core/mtu-bench/hard-kinds.js';
import type { HardSettings } from '../../../core/mtu-bench/hard.js';
import type { MtuBenchSettings } from '../../../core/mtu-bench/run.js';
import { HARD_PRESETS, parseQuota } from '../../../transforms/mtu-bench/splitting/quotas.js';
import { oneOf } from '../../../app/one-of.js';
import { hardConfigSchema, type HardConfig } from '../config.js';
import { ownPart } from '../../../core/own-part.js';

/** Command-line options of the hard set. */
export interface HardOptions {
  /** `S-S=56`; or `none`. */
  readonly hard?: readonly string[];
  /** Comma-separated kinds with optional weights: `no-suitable-tool=2,many-tools`. */
  readonly hardKinds?: string;
  readonly preset?: string;
}

/** The configured hard set; unlisted kinds have equal weight. */
export const hardOf = ({ kinds, ...others }: HardConfig): HardSettings => ({
  ...others,
  kinds: Object.fromEntries(HARD_KINDS.map((kind) => [kind, kinds[kind] ?? 1])) as HardSettings['kinds'],
});

/** The hard set with options applied; undefined if no items are requested. @throws USAGE */
export function hardAsked(
  options: HardOptions,
  there: HardSettings = hardOf(hardConfigSchema.parse({})),
): Pick<MtuBenchSettings, 'hard'> {
  const { hard: typed = [], hardKinds, preset } = options;
  const quotas = typed.includes('none')
    ? {}
    : { ...there.quotas, ...ownPart(HARD_PRESETS, preset ?? ''), ...hardQuotas(typed) };
  const asked = Object.fromEntries(Object.entries(quotas).filter(([, quota]) => quota > 0));
  if (Object.keys(asked).length === 0) return {};
  return {
    hard: { ...there, quotas: asked, kinds: hardKinds === undefined ? there.kinds : kindsOf(hardKinds) },
  };
}

const hardQuotas = (texts: readonly string[]): HardSettings['quotas'] =>
  Object.fromEntries(
    texts.map((text) => {
      const { cell, quota } = parseQuota(text);
      if (cell !== 'OOD') return [cell, quota] as const;
      throw usage('--hard with S-S, S-M, M-S or M-M: the paper has no hard OOD items', text);
    }),
  );

/** The listed kinds with weights. */
function kindsOf(text: string): HardSettings['kinds'] {
  const named = new Map<HardKind, number>();
  for (const word of text.split(',')) {
    const [name = '', weight = '1', ...more] = word.trim().split('=');
    const kind = oneOf('--hard-kinds', name, HARD_KINDS, 'run');
    if (!/^\d{1,3}$/.test(weight) || Number(weight) > 100 || more.length > 0)
      throw usage('--hard-kinds with a weight from 0 to 100, such as many-tools=2', word.trim());
    named.set(kind, Number(weight));
  }
  return Object.fromEntries(HARD_KINDS.map((kind) => [kind, named.get(kind) ?? 0])) as HardSettings['kinds'];
}

const usage = (expected: string, found: string): BenchwrightError =>
  new BenchwrightError('USAGE', {
    expected,
    found: JSON.stringify(found),
    next: 'See `benchwright run --help`.',
  });
