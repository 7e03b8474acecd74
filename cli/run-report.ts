import { relative } from 'node:path';
import { SETTINGS } from '../core/item.js';
import type { RunCounts } from '../core/run.js';
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
  readonly error?: Run['error'];
}

/** The state of a run as one object; for runs under way, the counts so far. */
export async function runObject(store: Store, run: Run): Promise<RunObject> {
  const counts = run.counts ?? (await countOutcomes(store, run.runId));
  return {
    run: run.name,
    family: run.frozen.family,
    status: run.status,
    seed: run.frozen.seed,
    ...counts,
    out: run.status === 'finished' ? run.out : null,
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
    `  ${counts.calls} gold calls of ${counts.tools} tools in the evaluation files`,
    '',
    '  setting      items  records  file',
  ];
  const shown = shownPath(out);
  for (const setting of SETTINGS) {
    lines.push(
      `  ${setting.padEnd(7)}  ${String(counts.items[setting]).padStart(9)}  ${String(counts.records[setting]).padStart(7)}  ${shown}/data/${setting}_eval.jsonl`,
    );
  }
  lines.push(
    '',
    `  full structure  ${shown}/data/items.jsonl`,
    `  every outcome   ${shown}/data/lineage.jsonl`,
  );
  const more = [
    ...entries('kept, but not in the evaluation files', counts.notEvaluated),
    ...entries('kept and flagged', counts.flagged),
  ];
  if (more.length > 0) lines.push('', ...more);
  return lines;
}

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
