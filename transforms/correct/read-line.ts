import * as z from 'zod';
import type { RecordItem } from '../../core/correct/record.js';
import { recordItem, type RecordPlace } from './record-item.js';

/** A line of a published file, as stored. */
export interface KeptLine extends RecordPlace {
  /** With its line end; absent if it is not UTF-8. */
  readonly text?: string;
  /** The bytes as base64 otherwise. */
  readonly bytes?: string;
}

/** A line's content: a record, blank (written unchanged), or unreadable. */
export type ReadLine =
  | { readonly kind: 'record'; readonly item: RecordItem }
  | { readonly kind: 'blank' }
  | { readonly kind: 'bad'; readonly reason: string; readonly detail: string };

/** Parses a line; if it is not a record, returns the reason. */
export function readRecordLine({ text, ...place }: KeptLine): ReadLine {
  if (text === undefined) return bad('not UTF-8', 'its bytes are text of another encoding');
  if (text.trim() === '') return { kind: 'blank' };
  try {
    return { kind: 'record', item: recordItem(place, text) };
  } catch (error) {
    if (error instanceof z.ZodError)
      return bad(
        'not a record',
        error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; '),
      );
    if (error instanceof RangeError) return bad('not a record', 'brackets in brackets too deep to read');
    if (!(error instanceof SyntaxError)) throw error;
    // Only a file's last line lacks a line end.
    return text.endsWith('\n')
      ? bad('not JSON', error.message)
      : bad('cut off', `the file ends in the middle of it: ${error.message}`);
  }
}

const bad = (reason: string, detail: string): ReadLine => ({ kind: 'bad', reason, detail });
