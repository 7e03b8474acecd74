import type { RecordItem, RecordWords } from '../../core/correct/record.js';
import { itemId, itemVersion } from '../../core/ids.js';
import { CELLS } from '../../core/mtu-bench/item.js';
import { questionParts } from './question-parts.js';
import { readPublishedRecord } from './published-record.js';
import { recordFindings } from './record-findings.js';

/** Where a record stands: its name, since ids repeat (formats/mtu-bench.md 1.4). */
export interface RecordPlace {
  readonly source: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** `FILE:LINE`. */
export const recordIdOf = ({ file, line }: RecordPlace): string => `${file}:${line}`;

/** The stable name of a record. */
export const recordItemId = (place: RecordPlace): string =>
  itemId({ family: 'correct', source: place.source, recordId: recordIdOf(place), stageKey: 'record' });

/** Of records that are none of MTU-Bench's five files. */
const OTHER = 'other';

/** The cell that an id names, else the file's name: `S-S_3`, `OOD_1_0`, `M-M_eval.jsonl`. */
const settingOf = (id: string, file: string): string =>
  CELLS.find((cell) => id.startsWith(`${cell}_`)) ??
  CELLS.find((cell) => file.startsWith(`${cell}_`)) ??
  OTHER;

/** A line of a published file as people judge it. @throws as `readPublishedRecord` */
export function recordItem(place: RecordPlace, text: string): RecordItem {
  const { id, question, calls, more, repeated } = readPublishedRecord(text);
  const { source, file, line } = place;
  return withWords(
    {
      ...{ itemId: recordItemId(place), recordId: recordIdOf(place), source, file, line },
      ...{ setting: settingOf(id, file), more, repeated },
    },
    { id, question, calls },
  );
}

/** The item with other words: what follows from these is made anew. It keeps its setting, by which it was handed out. */
export function withWords(
  item: Omit<RecordItem, 'record' | 'shown' | 'findings'>,
  record: RecordWords,
): RecordItem {
  const { itemId: name, recordId, source, file, line, setting, more, repeated } = item;
  const parts = questionParts(record.question);
  return {
    ...{ itemId: name, recordId, source, file, line, setting, record, more, repeated },
    shown: parts ? { instructions: parts.instructions, history: parts.history, user: parts.user } : null,
    findings: recordFindings(record, setting, parts, repeated),
  };
}

/** The version of a record: what it says. */
export const versionOfRecord = ({ record, more }: Pick<RecordItem, 'record' | 'more'>): string =>
  itemVersion([record, more]);

/** Where it goes: OOD has a file of its own. */
export const splitOfRecord = ({ setting }: Pick<RecordItem, 'setting'>): 'test' | 'ood' =>
  setting === 'OOD' ? 'ood' : 'test';
