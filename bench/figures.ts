import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CELLS } from '../core/mtu-bench/item.js';
import { readMtuBenchManifest } from '../outputs/mtu-bench/verify-export.js';
import { scoreFolder } from '../outputs/mtu-bench/score-folder.js';
import { table } from './table.js';

const CLI = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/**
 * What a run with default settings makes of a corpus: counts, not times.
 * @param source an SGD folder
 * @returns tables in Markdown
 */
export async function benchFigures(source: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'benchwright-figures-'));
  const words = ['--home', join(folder, 'home')];
  try {
    const out = join(folder, 'out');
    execFileSync(
      process.execPath,
      [CLI, 'run', 'mtu-bench', '--source', `sgd=${source}`, '--out', out, ...words],
      {
        stdio: 'ignore',
      },
    );
    const { counts } = await readMtuBenchManifest(out);
    const reasons = (record: Readonly<Record<string, number>>): string =>
      Object.entries(record)
        .map(([reason, count]) => `${count} ${reason}`)
        .join(', ') || '0';
    const { split, clusters } = counts;
    const components = Object.entries(split.components)
      .map(([size, number]) => `${number} of ${size}`)
      .join(', ');
    const scores = await scoreFolder(out, undefined);
    const columns = (predictions: string): Readonly<Record<string, number>>[] =>
      scores.find((row) => row.predictions === predictions)?.scores.map((one) => one.columns) ?? [];
    const lowest = (predictions: string, measure: string): string =>
      Math.min(...columns(predictions).map((one) => one[measure] ?? 100)).toFixed(2);
    return [
      table(
        ['figure', 'value'],
        [
          ['dialogues read', String(counts.read)],
          ['converted', String(counts.converted)],
          ['quarantined', reasons(counts.setAside)],
          ['dropped', reasons(counts.dropped)],
          ['flagged', reasons(counts.flagged)],
          [
            'tools before and after clustering',
            `${clusters.before}, ${clusters.after} (${clusters.ratio} : 1)`,
          ],
          [
            'clusters by size',
            Object.entries(clusters.sizes)
              .map(([size, n]) => `${n} of ${size}`)
              .join(', '),
          ],
          [
            'dialogues: test, train, OOD',
            `${split.dialogues.test}, ${split.dialogues.train}, ${split.dialogues.ood}`,
          ],
          ['held-out topics', split.heldOut.join(', ')],
          ['components of near-duplicates (dialogues)', components],
          ['gold calls, tools called in the evaluation files', `${counts.calls}, ${counts.tools}`],
          ['items left out of the files', reasons(counts.notEvaluated)],
          ['gold as prediction, lowest of all measures', lowestOfAll(columns('gold'))],
          ['never call, lowest TS', lowest('never call', 'TS')],
          ['a spurious call more, lowest TS', lowest('one spurious call more', 'TS')],
        ],
      ),
      table(
        ['setting', 'items evaluated', 'records', 'items for training', 'records for training'],
        CELLS.map((cell) => [
          cell,
          String(counts.items[cell]),
          String(counts.records[cell]),
          cell === 'OOD' ? '–' : String(counts.train.items[cell]),
          cell === 'OOD' ? '–' : String(counts.train.records[cell]),
        ]),
      ),
    ].join('\n\n');
  } finally {
    execFileSync(process.execPath, [CLI, 'down', ...words], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  }
}

const lowestOfAll = (columns: readonly Readonly<Record<string, number>>[]): string =>
  Math.min(...columns.flatMap((one) => Object.values(one))).toFixed(2);
