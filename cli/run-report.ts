import { relative } from 'node:path';
import { CELLS, SETTINGS, splitOf, type Cell } from '../core/item.js';
import type { RunCounts } from '../core/run.js';
import { toolMappingSchema, type ToolMapping } from '../core/tool-mapping.js';
import { findRunDocument } from '../store/documents.js';
import { countOutcomes, type OutcomeCounts } from '../store/outcomes.js';
import type { Run } from '../store/runs.js';
import type { Store } from '../store/store.js';

/** The object of `run --json`: what was read and made, and where it lies. */
export interface RunObject extends Partial<Omit<RunCounts, keyof OutcomeCounts>>, OutcomeCounts {
  readonly run: string;
  readonly family: string;
  readonly status: Run['status'];
  readonly seed: number;
  /** The export's folder; null when nothing was exported. */
  readonly out: string | null;
  /** What clustering made of the tools; null until it has. */
  readonly mapping: ToolMapping | null;
  readonly error?: Run['error'];
}

/** The state of a run as one object; for runs under way, the counts so far. */
export async function runObject(store: Store, run: Run): Promise<RunObject> {
  const counts = run.counts ?? (await countOutcomes(store, run.runId));
  const mapping = await findRunDocument(store, run.runId, { kind: 'mapping', name: 'mapping' });
  return {
    run: run.name,
    family: run.frozen.family,
    status: run.status,
    seed: run.frozen.seed,
    ...counts,
    out: run.status === 'finished' ? run.out : null,
    mapping: mapping === undefined ? null : toolMappingSchema.parse(JSON.parse(mapping)),
    ...(run.error ? { error: run.error } : {}),
  };
}

/** What a finished run made, for people. */
export function reportLines(run: Run, out = run.out): string[] {
  const { counts } = run;
  if (!counts) return [`${run.name}: ${run.status}`];
  const lines = [
    '',
    `${run.name}: ${counts.read} dialogues read, ${counts.converted} converted${reasons('set aside', counts.setAside)}${reasons('dropped', counts.dropped)}`,
    `  tools clustered by name: ${clusterWords(counts.clusters)}`,
    `  dialogues: ${counts.split.dialogues.test} test, ${counts.split.dialogues.train} train, ${counts.split.dialogues.ood} of held-out topics (${heldOutWords(counts.split)})`,
    `  ${counts.calls} gold calls of ${counts.tools} tools in the evaluation files`,
    '',
    '  setting      items  records  file',
  ];
  const shown = shownPath(out);
  const row = (name: string, items: number, records: number, file: string): string =>
    `  ${name.padEnd(7)}  ${String(items).padStart(9)}  ${String(records).padStart(7)}  ${shown}/data/${file}`;
  const { write } = run.frozen.settings.split;
  for (const cell of CELLS)
    if (write.includes(splitOf(cell)))
      lines.push(row(cell, counts.items[cell], counts.records[cell], `${cell}_eval.jsonl`));
  for (const setting of SETTINGS)
    if (write.includes('train'))
      lines.push(
        row(setting, counts.train.items[setting], counts.train.records[setting], `${setting}_train.jsonl`),
      );
  lines.push(
    '',
    `  full structure  ${shown}/data/items.jsonl`,
    `  every outcome   ${shown}/data/lineage.jsonl`,
    `  report          ${shown}/run/report.html (open it in a browser)`,
  );
  const more = [
    ...entries('kept, but not in the evaluation files', counts.notEvaluated),
    ...entries('kept and flagged', counts.flagged),
  ];
  if (more.length > 0) lines.push('', ...more);
  const said = [...emptyCells(run, counts), ...unfilledCells(counts), ...largeOod(counts)];
  if (said.length > 0) lines.push('', ...said);
  return lines;
}

/** "74 became 40 (1.85 : 1); 20 clusters of several, the largest of 5". */
export function clusterWords({ before, after, ratio, sizes }: RunCounts['clusters']): string {
  const several = Object.entries(sizes).filter(([size]) => Number(size) > 1);
  const clusters = several.reduce((sum, [, count]) => sum + count, 0);
  const largest = Math.max(1, ...several.map(([size]) => Number(size)));
  return `${before} became ${after} (${ratio} : 1)${clusters === 0 ? '' : `; ${clusters} of several, the largest of ${largest}`}`;
}

/** Part of the dialogues from which on somebody may not have meant to hold out so much. */
const LARGE_OOD = 0.3;

const percentOod = ({ dialogues }: RunCounts['split']): number =>
  Math.round((100 * dialogues.ood) / Math.max(1, dialogues.ood + dialogues.test + dialogues.train));

const heldOutWords = ({ heldOut, besideHeldOut }: RunCounts['split']): string =>
  `${heldOut.join(', ') || 'none'}${besideHeldOut.length > 0 ? `; with tools of ${besideHeldOut.join(', ')} that are clustered with theirs` : ''}`;

const largeOod = ({ split }: RunCounts): string[] =>
  percentOod(split) < LARGE_OOD * 100
    ? []
    : [
        `  ${percentOod(split)} % of the dialogues are OOD: a few topics can be in most of them; --held-out names others, another --seed draws others`,
      ];

/** Evaluation files without a record, and why where a rule says it. */
function emptyCells(run: Run, counts: RunCounts): string[] {
  const { split, singleTool } = run.frozen.settings;
  const why = (cell: Cell): string => {
    if (cell === 'M-M' && singleTool === 'turn') return 'no turn has several calls (--single-tool turn)';
    if (cell === 'OOD' && counts.split.heldOut.length === 0) return 'no topic is held out';
    if (cell === 'OOD') return `no dialogue calls a tool of ${counts.split.heldOut.join(', ')}`;
    return 'no item of this setting is on the test side';
  };
  return CELLS.filter((cell) => split.write.includes(splitOf(cell)) && counts.items[cell] === 0).map(
    (cell) => `  ${cell} is empty: ${why(cell)}`,
  );
}

/** Cells that could not be filled to their quota. */
const unfilledCells = ({ split }: RunCounts): string[] =>
  Object.entries(split.unfilled).map(
    ([cell, { asked, had }]) =>
      `  quota not filled: ${cell} has ${had} of ${asked} items; a larger --test-share, other --held-out topics (${percentOod(split)} % of the dialogues are OOD), more sources or a smaller quota`,
  );

/** A command of ours as this person types it: inside a clone it is reached through npx. */
export const typed = (words: string): string =>
  `${process.env['npm_command'] === undefined ? '' : 'npx '}benchwright ${words}`;

/** A path as the person would type it. */
export function shownPath(path: string): string {
  const here = relative(process.cwd(), path);
  return here !== '' && !here.startsWith('..') ? here : path;
}

/** ", dropped 18 (call lacks a required parameter)"; several reasons with their counts. */
const reasons = (what: string, counts: Readonly<Record<string, number>>): string => {
  const list = Object.entries(counts);
  const total = list.reduce((sum, [, count]) => sum + count, 0);
  const named = list.map(([reason, count]) => (list.length === 1 ? reason : `${count} ${reason}`));
  return `, ${total} ${what}${total === 0 ? '' : ` (${named.join(', ')})`}`;
};

const entries = (what: string, counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts).map(([reason, count]) => `  ${what}: ${count} (${reason})`);
