import { SPLITS } from '../../core/split.js';
import { ITEM_PLACES, type MtuBenchDiff, type ToolsDiff } from '../../outputs/mtu-bench/diff-exports.js';
import type { InputDifference } from '../../outputs/diff-inputs.js';

/** Formats a comparison. */
export function diffLines(diff: MtuBenchDiff): string[] {
  const { inputs, dialogues, calls, tools, changed } = diff;
  return [
    ...inputLines(inputs),
    '',
    ...placeLines(diff.places, true),
    '',
    ...SPLITS.map((split) => `  dialogues, ${split}: ${dialogues[split].before} → ${dialogues[split].after}`),
    `  gold calls in the evaluation files: ${calls.before} → ${calls.after}`,
    ...toolDiffLines(tools),
    ...changed.map((item) => `  ${item.place} ${item.dialogue}: ${item.parts.join(', ')}`),
  ];
}

/** Tools that are new, removed or changed. */
export function toolDiffLines({ added, gone, changed }: ToolsDiff): string[] {
  const list = (what: string, ids: readonly string[]): string[] =>
    ids.length === 0 ? [] : [`  tools ${what}: ${ids.join(', ')}`];
  return [...list('new', added), ...list('gone', gone), ...list('changed', changed)];
}

/** Differing inputs of two exports. */
export const inputLines = (inputs: readonly InputDifference[]): string[] =>
  inputs.length === 0
    ? ['made from the same inputs']
    : ['made from:', ...inputs.map(({ what, before, after }) => `  ${what}: ${before} → ${after}`)];

/** Columns of the items table; offers are known only after export. */
const COLUMNS = {
  kept: 'kept',
  offeredOtherwise: 'reoffered',
  moved: 'moved',
  changed: 'changed',
  added: 'new',
  gone: 'gone',
} as const;

/** A table of kept, moved, changed, new and removed items, per place. @param exported whether offers are known */
export function placeLines(places: MtuBenchDiff['places'], exported: boolean): string[] {
  const columns = (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).filter(
    (column) => exported || column !== 'offeredOtherwise',
  );
  const row = (name: string, cells: readonly (string | number)[]): string =>
    `  ${name.padEnd(11)}${cells.map((cell) => String(cell).padStart(10)).join('')}`;
  const used = ITEM_PLACES.filter((place) => Object.values(places[place]).some((count) => count > 0));
  return [
    row(
      'items',
      columns.map((column) => COLUMNS[column]),
    ),
    ...used.map((place) =>
      row(
        place,
        columns.map((column) => places[place][column]),
      ),
    ),
    `  (${exported ? 'reoffered: beside other tools; ' : ''}moved: from another split)`,
  ];
}
