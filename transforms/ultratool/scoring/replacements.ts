/**
 * Answers are repaired in three ways: one for both awareness tasks and tool selection, and one each for the other two.
 */
export type AnswerForm = 'labels' | 'usage' | 'creation';

/** Kinds of texts that the published scorer replaces anywhere in an answer, also inside values. */
export const REPLACEMENT_KINDS = [
  'the word json',
  'a backtick at an end',
  'the label 输出：',
  'a line end',
  'a backslash before an underscore',
  'the word true',
  'the word false',
  'the word null',
  'the word None',
  'a brace before a parenthesis',
  'a full-width comma',
  'a brace before a step',
  'the mark # ...',
  'adjacent braces',
  'braces with blanks between',
] as const;
export type ReplacementKind = (typeof REPLACEMENT_KINDS)[number];

/** One replacement over the whole text. */
export interface Replacement {
  readonly kind: ReplacementKind;
  readonly apply: (text: string) => string;
}

/** Maximum number of spaces between two closing braces that are removed; each number has its own pass. */
const MOST_BLANKS = 12;

const replaced = (
  kind: ReplacementKind,
  from: string,
  to: string,
  forms: readonly AnswerForm[] = ['labels', 'usage', 'creation'],
): Replacement & { readonly forms: readonly AnswerForm[] } => ({
  kind,
  apply: (text) => text.replaceAll(from, to),
  forms,
});

/** The published order matters: `json` is removed first, so `jsjsonon` becomes `json`. */
const ALL = [
  replaced('the word json', 'json', ''),
  { ...replaced('a backtick at an end', '', ''), apply: withoutBackticks },
  replaced('the label 输出：', '输出：', ''),
  replaced('a line end', '\n', ''),
  replaced('a backslash before an underscore', '\\_', '_'),
  replaced('the word true', 'true', 'True'),
  replaced('the word false', 'false', 'False'),
  replaced('the word null', 'null', '"null"'),
  replaced('the word None', 'None', '"None"', ['labels', 'usage']),
  replaced('a brace before a parenthesis', '})', '}'),
  replaced('a full-width comma', '，', ',', ['labels', 'usage']),
  replaced('a brace before a step', '}, "step', '}, {"step', ['labels', 'usage']),
  replaced('the mark # ...', '# ...', '', ['labels', 'usage']),
  replaced('adjacent braces', '}{', '}, {', ['usage']),
  ...Array.from({ length: MOST_BLANKS }, (_, at) =>
    replaced('braces with blanks between', `}${' '.repeat(at + 1)}}`, '}}'),
  ),
];

/** The replacements of an answer form, in order (formats/ultratool.md 5). */
export const replacementsOf = (form: AnswerForm): readonly Replacement[] =>
  ALL.filter(({ forms }) => forms.includes(form));

function withoutBackticks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text.charAt(start) === '`') start += 1;
  while (end > start && text.charAt(end - 1) === '`') end -= 1;
  return text.slice(start, end);
}
