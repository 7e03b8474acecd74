import { byText } from '../core/ids.js';

/** Orders records as in their file, comparing numbers by value: `queries:9` before `queries:10`. */
export const byRecord = (a: string, b: string): number => byText(padded(a), padded(b));

const padded = (recordId: string): string => recordId.replace(/\d+/g, (digits) => digits.padStart(12, '0'));
