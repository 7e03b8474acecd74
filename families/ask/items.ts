import pc from 'picocolors';
import { shownOutcome } from '../../app/text/format.js';
import { clipped } from '../../app/text/clipped.js';
import { ID_DIGITS } from '../../core/ids.js';
import { isRowCalled, rowsOf, type FoundRow } from '../../stages/ask/found-rows.js';
import type { FamilyItems, ItemFilter } from '../parts/items.js';

/** Values of `--outcome` for the outcomes of rows. */
const FILTERED: Readonly<Record<FoundRow['outcome'], ItemFilter['outcome']>> = {
  answered: 'accepted',
  'set aside': 'dropped',
  waiting: 'waiting',
};

export const items: FamilyItems<'ask'> = {
  called: { inFile: 'queries.csv:12', record: '12' },
  async list(store, run, { outcome, limit }) {
    const wanted = (row: FoundRow): boolean => outcome === undefined || FILTERED[row.outcome] === outcome;
    const found = await rowsOf(store, run, wanted, limit);
    return {
      items: found.map(({ value: _value, ...row }) => row),
      head: `${'item'.padEnd(ID_DIGITS)}  ${'row'.padEnd(24)}  ${'id'.padEnd(10)}  outcome`,
      lines: found.map(rowLine),
    };
  },
  async show(store, run, name, most) {
    const found = await rowsOf(store, run, (row) => isRowCalled(row, name), most);
    return found.map((row) => {
      const { value, ...rest } = row;
      return { object: { ...rest, ...value }, lines: rowLines(row) };
    });
  },
};

const placeOf = ({ file, line }: FoundRow): string => `${file}:${line}`;

const outcomeWords = ({ outcome, reason, detail }: FoundRow): string =>
  [shownOutcome(outcome), reason, detail].filter((word) => word !== undefined && word !== '').join(': ');

const rowLine = (row: FoundRow): string =>
  `${row.itemId}  ${placeOf(row).padEnd(24)}  ${row.id.padEnd(10)}  ${row.outcome === 'set aside' ? `${shownOutcome(row.outcome)}: ${row.reason ?? ''}` : row.outcome}`;

/** A row with its answer or conversation. */
function rowLines(row: FoundRow): string[] {
  const { id, itemId, source, text, value } = row;
  return [
    pc.bold(`${id} ${itemId}`),
    `  row        ${source} ${placeOf(row)}`,
    `  outcome    ${outcomeWords(row)}`,
    ...(value === undefined
      ? []
      : [`  model      ${'models' in value ? value.models.join(', ') : value.model}`]),
    '',
    `    ${pc.cyan('text')}      ${clipped(text)}`,
    ...(value === undefined ? [] : ['', ...saidLines(value)]),
  ];
}

const saidLines = (value: NonNullable<FoundRow['value']>): string[] =>
  'answer' in value
    ? [`    ${pc.green('answer')}    ${value.answer}`]
    : value.messages.map(
        ({ role, text }) => `    ${(role === 'user' ? pc.cyan : pc.green)(role.padEnd(9))} ${text}`,
      );
