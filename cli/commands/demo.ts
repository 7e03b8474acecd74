import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256Hex } from '../../core/digest.js';
import type { GlobalOptions } from '../context.js';
import { runCommand } from './run.js';

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
  return runCommand('mtu-bench', {
    ...options,
    source,
    seed: 0,
    name,
    out: options.out ?? join('benchwright-out', name),
  });
}

/** Beside cli/ in the sources, one folder further up in the built package. */
function exampleCorpus(): string {
  const candidates = ['../../examples/sgd-mini', '../../../examples/sgd-mini'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return candidates.find((path) => existsSync(path)) ?? candidates[0] ?? '';
}
