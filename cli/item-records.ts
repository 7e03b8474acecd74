import pc from 'picocolors';
import { decidedLines } from '../activities/correct/export-corrections.js';
import type { RecordLineage } from '../core/correct/manifest.js';
import type { RecordItem } from '../core/correct/record.js';
import { ID_DIGITS } from '../core/ids.js';
import { isReviewed } from '../core/review/policy.js';
import { lineOutcome } from '../outputs/correct/write-export.js';
import type { Run } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { recordIdOf } from '../transforms/correction/record-item.js';

/** A published record as it stands now. */
export interface FoundRecord {
  readonly line: RecordLineage;
  /** As it was accepted, else as it was read; absent where it could not be. */
  readonly item: RecordItem | undefined;
}

/** Every record of a run, in the order of files and lines. @param wanted those that are not passed over */
export async function correctionRecords(
  store: Store,
  { runId, frozen }: Run<'correct'>,
  wanted: (found: FoundRecord) => boolean,
): Promise<FoundRecord[]> {
  const found: FoundRecord[] = [];
  for await (const decided of decidedLines(store, runId, isReviewed(frozen.review))) {
    const { lineage } = lineOutcome(decided);
    const { read, told } = decided;
    const item =
      (told?.content as RecordItem | undefined) ?? (read.kind === 'record' ? read.item : undefined);
    if (lineage && wanted({ line: lineage, item })) found.push({ line: lineage, item });
  }
  return found;
}

/** Whether a record is called so: `FILE:LINE`, its own id, or its item id or the beginning of that. */
export const isRecordCalled = ({ line }: FoundRecord, name: string): boolean =>
  recordIdOf(line) === name || line.id === name || line.itemId.startsWith(name);

/** What stands in the columns of a list. */
export const RECORDS_HEAD = `${'item'.padEnd(ID_DIGITS)}  ${'record'.padEnd(28)}  ${'id'.padEnd(10)}  outcome`;

/** A record in one line. */
export const recordLine = ({ line }: FoundRecord): string =>
  [
    `${line.itemId}  ${recordIdOf(line).padEnd(28)}  ${(line.id ?? '').padEnd(10)}  ${line.outcome}`,
    line.reason === undefined ? '' : `: ${line.reason}`,
    line.flags === undefined ? '' : pc.yellow(`  ${line.flags.join(', ')}`),
  ].join('');

/** A record for people: the turn, the gold calls, and what to look at. */
export function recordLines({ line, item }: FoundRecord): string[] {
  const why = [line.reason, line.detail].filter((word) => word !== undefined && word !== '').join(': ');
  const head = [
    pc.bold(`${line.id ?? 'record'} ${line.itemId}`),
    `  record     ${line.source} ${recordIdOf(line)}`,
    `  outcome    ${line.outcome}${why === '' ? '' : `: ${why}`}`,
  ];
  return item === undefined ? head : [...head, ...recordText(item)];
}

/** What a record says. */
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
      .map(({ tool, arguments: given }) => `    ${pc.magenta('call')}      ${tool} ${JSON.stringify(given)}`),
  ];
}
