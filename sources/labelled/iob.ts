import { RecordFault } from '../record-fault.js';
import type { LabelledSlot, LabelledUtterance } from './utterance.js';

/** A line of each of the three parallel files of an IOB split. */
export interface IobLines {
  /** `seq.in`: tokens with spaces between. */
  readonly words: string;
  /** `seq.out`: a tag for each token, `O`, `B-slot` or `I-slot`. */
  readonly tags: string;
  /** `label`: the intent; `#` joins several. */
  readonly label: string;
}

/**
 * Parses an utterance of ATIS or SNIPS in IOB form (formats/sources.md 5). An `I-` tag without `B-` begins a value, as
 * IOB evaluators treat it.
 * @throws RecordFault for an empty line, or if the number of tags and tokens differs
 */
export function parseIob({ words, tags, label }: IobLines, recordId: string): LabelledUtterance {
  const [tokens, marks] = [words, tags].map((line) => line.split(/\s+/).filter((part) => part !== ''));
  if (!tokens || !marks || tokens.length === 0)
    throw new RecordFault('empty utterance', 'the line of seq.in has no words', recordId);
  if (tokens.length !== marks.length)
    throw new RecordFault(
      'tags and words differ in number',
      `${tokens.length} words in seq.in, ${marks.length} tags in seq.out`,
      recordId,
    );
  const intents = label.split('#').map((intent) => intent.trim());
  if (intents.includes('')) throw new RecordFault('no intent', 'the line of label is empty', recordId);
  return { text: tokens.join(' '), intents, slots: slotsIn(tokens, marks, recordId) };
}

function slotsIn(tokens: readonly string[], marks: readonly string[], recordId: string): LabelledSlot[] {
  const slots: { name: string; words: string[] }[] = [];
  let open: (typeof slots)[number] | undefined;
  for (const [i, mark] of marks.entries()) {
    const token = tokens[i] ?? '';
    if (mark === 'O') {
      open = undefined;
      continue;
    }
    const [, begin, name] = /^([BI])-(.+)$/.exec(mark) ?? [];
    if (name === undefined)
      throw new RecordFault('not an IOB tag', `tag ${i + 1} is neither O nor B-slot nor I-slot`, recordId);
    if (begin === 'I' && open?.name === name) open.words.push(token);
    else slots.push((open = { name, words: [token] }));
  }
  return slots.map(({ name, words }) => ({ name, value: words.join(' ') }));
}
