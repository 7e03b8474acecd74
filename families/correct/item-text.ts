import pc from 'picocolors';
import { shownOutcome } from '../../app/text/format.js';
import type { FoundRecord } from '../../stages/correct/found-records.js';
import type { RecordItem } from '../../core/correct/record.js';
import { ID_DIGITS } from '../../core/ids.js';
import { recordIdOf } from '../../transforms/correct/record-item.js';
import { writeJson } from '../../core/json.js';

/** Table header. */
export const RECORDS_HEAD = `${'item'.padEnd(ID_DIGITS)}  ${'record'.padEnd(28)}  ${'id'.padEnd(10)}  outcome`;

/** A record as one line. */
export const recordLine = ({ line }: FoundRecord): string =>
  [
    `${line.itemId}  ${recordIdOf(line).padEnd(28)}  ${(line.id ?? '').padEnd(10)}  ${shownOutcome(line.outcome)}`,
    line.reason === undefined ? '' : `: ${line.reason}`,
    line.flags === undefined ? '' : pc.yellow(`  ${line.flags.join(', ')}`),
  ].join('');

/** A record: the turn, gold calls, and findings. */
export function recordLines({ line, item }: FoundRecord): string[] {
  const why = [line.reason, line.detail].filter((word) => word !== undefined && word !== '').join(': ');
  const head = [
    pc.bold(`${line.id ?? 'record'} ${line.itemId}`),
    `  record     ${line.source} ${recordIdOf(line)}`,
    `  outcome    ${shownOutcome(line.outcome)}${why === '' ? '' : `: ${why}`}`,
  ];
  return item === undefined ? head : [...head, ...recordText(item)];
}

/** The content of a record. */
export function recordText({ record, shown, findings }: RecordItem): string[] {
  return [
    ...findings.map(({ check, detail }) => pc.yellow(`  look at    ${check}: ${detail}`)),
    ...(shown === null
      ? ['', record.question]
      : [
          ...(shown.history === ''
            ? []
            : ['', ...shown.history.split('\n').map((text) => pc.dim(`    ${text}`))]),
          '',
          `    ${pc.cyan('user')}      ${shown.user}`,
        ]),
    ...(record.calls.every(({ tool }) => tool.trim() === '') ? [`    ${pc.magenta('no call')}`] : []),
    ...record.calls
      .filter(({ tool }) => tool.trim() !== '')
      .map(({ tool, arguments: given }) => `    ${pc.magenta('call')}      ${tool} ${writeJson(given)}`),
  ];
}
