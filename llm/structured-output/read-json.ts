import { JSONRepairError, jsonrepair } from 'jsonrepair';
import { PLACE, spansOf, type Span } from './spans.js';
import { parseJson } from '../../core/json.js';

/** Result of parsing a model's JSON. */
export type JsonReading =
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | { readonly kind: 'cut off' }
  | { readonly kind: 'not JSON'; readonly problem: string };

/**
 * Parses JSON as models write it: fenced, within prose, with trailing commas, single quotes, comments, bare keys,
 * Python's True and None. Never completes values: one that ends early is cut off; one with a gap (`"a": ,` or `...`)
 * is invalid.
 */
export function readJson(text: string): JsonReading {
  const whole = withoutFence(text);
  try {
    return { kind: 'values', values: [parseJson(whole)] };
  } catch {
    // Fall through to repair.
  }
  const spans = spansOf(text);
  if (spans.length === 0)
    return { kind: 'not JSON', problem: 'there is no JSON object or list in the answer' };
  // Values before a cut-off one are examples or drafts.
  if (spans.at(-1)?.closed === false) return { kind: 'cut off' };
  const read = spans.map(readSpan);
  const values = read.flatMap((reading) => ('value' in reading ? [reading.value] : []));
  if (values.length > 0) return { kind: 'values', values };
  return { kind: 'not JSON', problem: read.map((r) => ('problem' in r ? r.problem : '')).join('; ') };
}

/** The content of a text that is one fence. No regular expression: some models emit blanks without end. */
function withoutFence(text: string): string {
  const trimmed = text.trim();
  const line = trimmed.indexOf('\n');
  const fenced = line !== -1 && trimmed.startsWith('```') && trimmed.endsWith('```');
  return fenced ? trimmed.slice(line + 1, -3) : trimmed;
}

const GAPS = [
  { pattern: /\.\.\.|…/, problem: 'something is left out ("...")' },
  { pattern: /:\s*[,}\]]/, problem: 'a value is missing after a colon' },
  { pattern: /[,[{]\s*,/, problem: 'a value is missing before a comma' },
];

/** Only the frame is repaired: the library also changes valid strings that contain JSON-like text. */
function readSpan({ text, frame, strings }: Span): { value: unknown } | { problem: string } {
  try {
    return { value: parseJson(text) };
  } catch {
    // Repaired, provided that nothing is missing.
  }
  const gap = GAPS.find(({ pattern }) => pattern.test(frame));
  if (gap !== undefined) return { problem: gap.problem };
  try {
    const json = jsonrepair(frame).replace(PLACEHOLDER, (_, i: string) =>
      (strings[Number(i)] ?? '').slice(1, -1),
    );
    return { value: parseJson(json) };
  } catch (error) {
    if (error instanceof JSONRepairError || error instanceof SyntaxError) return { problem: error.message };
    throw error;
  }
}

const PLACEHOLDER = new RegExp(`${PLACE}(\\d+)${PLACE}`, 'g');
