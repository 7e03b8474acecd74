import { listText, type PredictionShape } from './list-text.js';
import { repaired, type LastText } from './repair.js';
import { REPAIRS } from './repairs.js';
import type { AnswerForm } from './replacements.js';

/** How the published scorer reads an answer. */
export interface ReadAnswer {
  /** A Python value; an empty list if no repair gave a literal, or if the scorer would stop. */
  readonly value: unknown;
  /** Whether no repair gave a literal; counted as `number of bad json format`. */
  readonly bad: boolean;
  /** Why the published scorer would raise an exception. */
  readonly stop?: string;
  /** What the score does not show: the scorer took the value from another answer. */
  readonly note?: string;
}

/** An answer, which is not always a string in the file. */
type Raw = { readonly text: string } | { readonly other: unknown } | { readonly stop: string };

const EMPTY = 'the answer is an empty list or text';

/**
 * Reads the answers of a prediction file in order. The published scorer carries three variables from record to record,
 * so an answer that is not a string is read with the values left by the previous one.
 * @param answers the values of `init output`
 */
export function readAnswers(
  answers: readonly unknown[],
  form: AnswerForm,
  shape: PredictionShape,
): readonly ReadAnswer[] {
  const state: LastText = { last: undefined };
  let before: ReadAnswer | undefined;
  return answers.map((answer) => {
    const raw = form === 'creation' ? rawCreation(answer) : rawAnswer(answer, shape);
    const read = ((): ReadAnswer => {
      if ('stop' in raw) return { value: [], bad: false, stop: raw.stop };
      if ('text' in raw) return readText(raw.text, form, shape, state);
      return form === 'creation' ? carriedCreation(raw.other, before) : carried(raw.other, before);
    })();
    if (read.stop === undefined) before = read;
    return read;
  });
}

function readText(answer: string, form: AnswerForm, shape: PredictionShape, state: LastText): ReadAnswer {
  const found = repaired(listText(answer, form, shape), REPAIRS[form], state);
  return found === undefined ? { value: [], bad: true } : { value: found.value, bad: false };
}

function rawAnswer(answer: unknown, shape: PredictionShape): Raw {
  let value = answer;
  if (shape === 'O') {
    const first = firstOf(answer);
    if ('stop' in first) return first;
    value = first.other;
  }
  if (!Array.isArray(value)) return typeof value === 'string' ? { text: value } : { other: value };
  if (value.length === 0) return { stop: EMPTY };
  const first: unknown = value[0];
  return typeof first === 'string' ? { text: first } : { other: value };
}

function rawCreation(answer: unknown): Raw {
  if (Array.isArray(answer) && answer.length === 0) return { stop: EMPTY };
  const value: unknown = Array.isArray(answer) ? answer[0] : answer;
  return typeof value === 'string' ? { text: value } : { other: value };
}

/** Python's `answer[0]`. */
function firstOf(answer: unknown): { readonly other: unknown } | { readonly stop: string } {
  if (typeof answer !== 'string' && !Array.isArray(answer)) return { stop: 'the answer is no list' };
  const items: readonly unknown[] = typeof answer === 'string' ? [...answer] : answer;
  return items.length === 0 ? { stop: EMPTY } : { other: items[0] };
}

/**
 * A list of objects counts as read if the previous answer was read; another value is replaced by the previous answer's.
 */
function carried(other: unknown, before: ReadAnswer | undefined): ReadAnswer {
  if (before === undefined) return { value: [], bad: false, stop: 'the first answer is no text' };
  if (before.bad) return { value: [], bad: true };
  return Array.isArray(other)
    ? { value: other, bad: false }
    : { value: before.value, bad: false, note: 'no text: the scorer takes the answer before' };
}

function carriedCreation(other: unknown, before: ReadAnswer | undefined): ReadAnswer {
  if (Array.isArray(other)) return { value: other, bad: false };
  return before === undefined
    ? { value: [], bad: false, stop: 'the first answer is no text' }
    : { value: before.value, bad: false, note: 'no text: the scorer takes the answer before' };
}
