import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256Hex } from '../../core/digest.js';
import type { GlobalOptions } from '../context.js';
import { runCommand, type TellMore } from './run.js';
import { scoreFolder } from '../../outputs/mtu-bench/score-folder.js';

export interface DemoOptions extends GlobalOptions {
  readonly source: readonly string[];
  readonly out?: string;
}

/**
 * `demo`: the main job on the example corpus that the package carries, or on `--source`. Each source has a run of its
 * own, so the demo can be given one corpus after another.
 */
export async function demoCommand(options: DemoOptions): Promise<number> {
  const source = options.source.length > 0 ? options.source : [`sgd=${exampleCorpus()}`];
  const example = options.source.length === 0;
  const paths = source.map((text) => resolve(text.slice(text.indexOf('=') + 1)));
  const name = example
    ? 'demo'
    : `demo-${basename(paths[0] ?? '')}-${sha256Hex(paths.join('\n')).slice(0, 6)}`;
  process.stderr.write(
    [
      'Benchwright demo: dialogues become tool-use evaluation data in the files of MTU-Bench.',
      example
        ? '  corpus: the hand-made example in the format of SGD (--source sgd=PATH takes the real one)'
        : `  corpus: ${source.join(', ')}`,
      '',
    ].join('\n'),
  );
  return runCommand(
    'mtu-bench',
    {
      ...options,
      source,
      seed: 0,
      name,
      out: options.out ?? join('benchwright-out', name),
      // Of the few dialogues of the example, enough for every evaluation file.
      ...(example ? { testShare: EXAMPLE_TEST_SHARE } : {}),
    },
    goldScores,
  );
}

const EXAMPLE_TEST_SHARE = 0.5;

/** The gold as prediction has to score 100 in every measure of every file. */
async function goldScores(out: string): ReturnType<TellMore> {
  const [gold] = await scoreFolder(out, undefined);
  const scores = gold?.scores ?? [];
  const lines = scores.map(
    ({ cell, setting, columns }) =>
      `  ${(cell === 'OOD' ? `OOD (${setting})` : cell).padEnd(10)} ${Object.entries(columns)
        .map(([measure, score]) => `${measure} ${score}`)
        .join('  ')}`,
  );
  return { object: { gold: scores }, lines: ['', "gold as prediction, by MTU-Bench's measures:", ...lines] };
}

/** Beside cli/ in the sources, one folder further up in the built package. */
function exampleCorpus(): string {
  const candidates = ['../../examples/sgd-mini', '../../../examples/sgd-mini'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return candidates.find((path) => existsSync(path)) ?? candidates[0] ?? '';
}
