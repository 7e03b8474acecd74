import { resolve } from 'node:path';
import { EXIT } from '../../../core/errors/catalogue.js';
import { partTitle, scoreFolder, type ScoreRow } from '../../../outputs/mtu-bench/score-folder.js';
import { findDataFiles } from '../../../outputs/t-eval/read-records.js';
import type { GlobalOptions } from '../../../app/context.js';
import { Terminal } from '../../text/terminal.js';
import { counted } from '../../../app/text/tools.js';
import { scoreTEval, tEvalLines } from './score-t-eval.js';

/**
 * `score DIR`: what MTU-Bench's measures give for the gold and for five predictions that they ought to mark down, so
 * that one knows what the scorer cannot see; with `--responses FILE`, what they give for a model. A folder with files of
 * T-Eval is scored with T-Eval's measures: the gold as prediction, or a folder of prediction files.
 */
export async function scoreCommand(
  folder: string,
  options: GlobalOptions & { readonly responses?: string; readonly embedder?: string },
): Promise<number> {
  const terminal = new Terminal(options.json === true);
  const responses = options.responses === undefined ? undefined : resolve(options.responses);
  const files = await findDataFiles(resolve(folder));
  if (files.length > 0) {
    const scoring = await scoreTEval(files, responses, options.embedder, options);
    terminal.result({ folder, ...scoring }, tEvalLines(scoring));
    return EXIT.ok;
  }
  const rows = await scoreFolder(resolve(folder), responses);
  terminal.result({ folder, rows }, scoreLines(rows));
  return EXIT.ok;
}

/** A file, or a part of one, with how many records were scored. */
const titleOf = ({ records, ...part }: ScoreRow['scores'][number]): string =>
  `${partTitle(part)} (${counted(records, 'record')})`;

function scoreLines(rows: readonly ScoreRow[]): string[] {
  const parts = rows[0]?.scores ?? [];
  const width = Math.max(
    ...rows.map((row) => row.predictions.length),
    ...parts.map((part) => titleOf(part).length - 2),
  );
  const lines = parts.flatMap((part, at) => {
    // All rows have the same parts in the same order.
    const of = (row: ScoreRow): [string, number][] => Object.entries(row.scores[at]?.columns ?? {});
    const first = rows[0];
    const head = first ? of(first).map(([measure]) => measure.padStart(7)) : [];
    return [
      `${titleOf(part).padEnd(width + 2)}${head.join('')}`,
      ...rows.map(
        (row) =>
          `  ${row.predictions.padEnd(width)}${of(row)
            .map(([, score]) => score.toFixed(2).padStart(7))
            .join('')}`,
      ),
      '',
    ];
  });
  const probed = rows.length > 1;
  const missing = rows.reduce((sum, row) => sum + (row.missing ?? 0), 0);
  const unknown = rows.reduce((sum, row) => sum + (row.unknown ?? 0), 0);
  return [
    ...lines,
    ...(probed
      ? ['below the gold: probes, predictions that ought to lose points (docs/mtu-bench.md, "The scorer")']
      : []),
    ...(unknown > 0
      ? [`${unknown} responses have an id that is in no evaluation file and were left out`]
      : []),
    ...(missing > 0 ? [`${missing} records have no response and were scored as empty text`] : []),
  ];
}
