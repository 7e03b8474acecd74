import { JSONRepairError, jsonrepair } from 'jsonrepair';
import { PLACE, spansOf, type Span } from './spans.js';

/** What a model's text holds: values in the order in which they stand there, or why there is none. */
export type JsonReading =
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | { readonly kind: 'cut off' }
  | { readonly kind: 'not JSON'; readonly problem: string };

/**
 * Reads JSON as models write it: in a fence, with prose around it, with trailing commas, single quotes, comments, bare
 * keys, Python's True and None. Never what the model did not write: a value that ends too early is cut off, not closed;
 * one with a gap (`"a": ,` or `...`) is no JSON.
 */
export function readJson(text: string): JsonReading {
  const whole = withoutFence(text);
  try {
    return { kind: 'values', values: [JSON.parse(whole)] };
  } catch {
    // Not as it stands.
  }
  const spans = spansOf(text);
  if (spans.length === 0)
    return { kind: 'not JSON', problem: 'there is no JSON object or list in the answer' };
  // What stands before a value that is cut off is an example or a draft.
  if (spans.at(-1)?.closed === false) return { kind: 'cut off' };
  const read = spans.map(readSpan);
  const values = read.flatMap((reading) => ('value' in reading ? [reading.value] : []));
  if (values.length > 0) return { kind: 'values', values };
  return { kind: 'not JSON', problem: read.map((r) => ('problem' in r ? r.problem : '')).join('; ') };
}

/** The inside of a text that is one fence. Without patterns: some models go on with blanks until they are stopped. */
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

/**
 * The library repairs the frame alone: it looks at strings too, and changes well-written ones that hold something like
 * JSON (a quote or bracket in them) as soon as anything else is amiss.
 */
function readSpan({ text, frame, strings }: Span): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // As repaired, if nothing is missing.
  }
  const gap = GAPS.find(({ pattern }) => pattern.test(frame));
  if (gap !== undefined) return { problem: gap.problem };
  try {
    const json = jsonrepair(frame).replace(PLACEHOLDER, (_, i: string) =>
      (strings[Number(i)] ?? '').slice(1, -1),
    );
    return { value: JSON.parse(json) };
  } catch (error) {
    if (error instanceof JSONRepairError || error instanceof SyntaxError) return { problem: error.message };
    throw error;
  }
}

const PLACEHOLDER = new RegExp(`${PLACE}(\\d+)${PLACE}`, 'g');
