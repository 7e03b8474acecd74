import { resolve } from 'node:path';
import { EXIT } from '../../core/errors/catalogue.js';
import { SPLITS } from '../../core/item.js';
import { diffExports, ITEM_PLACES, type ExportDiff } from '../../outputs/diff-exports.js';
import type { GlobalOptions } from '../context.js';
import { Terminal } from '../terminal.js';

/** `diff DIR1 DIR2`: two exports compared in dialogues, calls and tools; needs no store and no engine. */
export async function diffCommand(before: string, after: string, options: GlobalOptions): Promise<number> {
  const terminal = new Terminal(options.json === true);
  const diff = await diffExports(resolve(before), resolve(after));
  terminal.result(
    { before, after, ...diff },
    diff.same ? [`${before} and ${after} hold the same`] : diffLines(diff),
  );
  return EXIT.ok;
}

/** A comparison for people. */
export function diffLines(diff: ExportDiff): string[] {
  const { inputs, dialogues, calls, tools, changed } = diff;
  const list = (what: string, ids: readonly string[]): string[] =>
    ids.length === 0 ? [] : [`  tools ${what}: ${ids.join(', ')}`];
  return [
    ...inputLines(inputs),
    '',
    ...placeLines(diff.places, true),
    '',
    ...SPLITS.map((split) => `  dialogues, ${split}: ${dialogues[split].before} → ${dialogues[split].after}`),
    `  gold calls in the evaluation files: ${calls.before} → ${calls.after}`,
    ...list('new', tools.added),
    ...list('gone', tools.gone),
    ...list('changed', tools.changed),
    ...changed.map((item) => `  ${item.place} ${item.dialogue}: ${item.parts.join(', ')}`),
  ];
}

/** What two exports were made from differently. */
export const inputLines = (inputs: ExportDiff['inputs']): string[] =>
  inputs.length === 0
    ? ['made from the same inputs']
    : ['made from:', ...inputs.map(({ what, before, after }) => `  ${what}: ${before} → ${after}`)];

/** Columns of the table of items; what an item is offered beside is known once it is exported. */
const COLUMNS = {
  kept: 'kept',
  offeredOtherwise: 'reoffered',
  moved: 'moved',
  changed: 'changed',
  added: 'new',
  gone: 'gone',
} as const;

/** A table of items kept, moved, changed, new and gone, a place. @param exported without it nothing is said of offers */
export function placeLines(places: ExportDiff['places'], exported: boolean): string[] {
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
