import type { SgdJsonSpan } from './sgd-json.js';

type Place = Pick<SgdJsonSpan, 'start' | 'exclusive_end'>;

/** Forms and what replaces them, those that go before others first. */
type Forms = readonly (readonly [form: string, text: string])[];

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * An utterance with values replaced: at the spans that the corpus marks, and between them wherever a form of `anywhere`
 * stands as whole words.
 *
 * @returns the new text, and where a span of the old one is in it (offsets in UTF-16 code units, as in SGD)
 */
export function replaceInText(
  utterance: string,
  spans: readonly Place[],
  marked: ReadonlyMap<string, string>,
  anywhere: Forms,
): { text: string; moved: (place: Place) => Place } {
  const edits: Edit[] = [];
  let at = 0;
  for (const { start, exclusive_end: end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    edits.push(...editsBetween(utterance, at, start, anywhere));
    const text = marked.get(utterance.slice(start, end));
    if (text !== undefined) edits.push({ start, end, text });
    at = end;
  }
  edits.push(...editsBetween(utterance, at, utterance.length, anywhere));
  const text = apply(utterance, edits);
  return {
    text,
    moved: ({ start, exclusive_end }) => ({
      start: movedTo(start, edits, 'start'),
      exclusive_end: movedTo(exclusive_end, edits, 'end'),
    }),
  };
}

function editsBetween(utterance: string, from: number, to: number, anywhere: Forms): Edit[] {
  const part = utterance.slice(from, to);
  const found: Edit[] = [];
  for (const [form, text] of anywhere) {
    for (let i = part.indexOf(form); i >= 0; i = part.indexOf(form, i + form.length)) {
      const edit = { start: from + i, end: from + i + form.length, text };
      const taken = found.some((other) => edit.start < other.end && other.start < edit.end);
      if (!taken && isWhole(utterance, edit)) found.push(edit);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

const isWhole = (text: string, { start, end }: Edit): boolean =>
  !/[\p{L}\p{N}]/u.test(text.slice(Math.max(0, start - 1), start)) &&
  !/[\p{L}\p{N}]/u.test(text.slice(end, end + 1));

function apply(utterance: string, edits: readonly Edit[]): string {
  let [text, at] = ['', 0];
  for (const edit of edits) {
    text += utterance.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + utterance.slice(at);
}

/** Where an offset is after the edits; one inside an edit goes to the edit's own border. */
function movedTo(offset: number, edits: readonly Edit[], border: 'start' | 'end'): number {
  let shift = 0;
  for (const { start, end, text } of edits) {
    if (end <= offset) shift += text.length - (end - start);
    else if (start < offset) return start + shift + (border === 'start' ? 0 : text.length);
  }
  return offset + shift;
}
