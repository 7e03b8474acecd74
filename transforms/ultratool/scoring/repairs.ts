import {
  again,
  aside,
  braces,
  closedBy,
  endOf,
  firstBraces,
  repair,
  replacing,
  upTo,
  without,
  withoutBracket,
  withoutLastButOne,
  type Repair,
} from './repair.js';
import type { AnswerForm } from './replacements.js';

const asItStands: Repair = { ...repair((text) => text), aside: true };

/** Python quotes become JSON quotes, at the places that the published scorer knows. */
const QUOTES: readonly (readonly [string, string])[] = [
  [`{'`, `{"`],
  [`'}`, `"}`],
  [`', '`, `", "`],
  [`", '`, `", "`],
  [`', "`, `", "`],
  [`': '`, `": "`],
  [`': "`, `": "`],
  [`": '`, `": "`],
  [`': {`, `": {`],
];
const LIST_QUOTES: readonly (readonly [string, string])[] = [
  ...QUOTES,
  [`['`, `[`],
  [`']`, `]`],
  [`, '`, `, "`],
  [`'),`, `)",`],
];
const NONE_TWICE = [`""None""`, `"None"`] as const;
const AFTER_PARENTHESIS = [`')}`, `)"}`] as const;

const LABELS: readonly Repair[] = [
  asItStands,
  {
    ...repair(closedBy('}')),
    // The last character comes from the previous text; if the answer is empty, from another record's.
    orElse: [{ make: (text, last) => `${without(text, 1)}"}${endOf(last)}` }],
  },
  repair(upTo('},', 1)),
  repair(replacing(...LIST_QUOTES, NONE_TWICE, [`"{step`, `{"step`], AFTER_PARENTHESIS)),
];

const USAGE: readonly Repair[] = [
  asItStands,
  repair(closedBy('}'), again(closedBy('}'))),
  repair(replacing([`"}, {"step`, `"}}, {"step`])),
  repair(closedBy('"}')),
  repair(closedBy(']}}')),
  repair(withoutLastButOne, again(withoutLastButOne)),
  repair(braces(3, 2)),
  repair(upTo('}},', 2)),
  repair(
    replacing(
      ...LIST_QUOTES,
      [`': `, `": `],
      [`', {`, `", {`],
      AFTER_PARENTHESIS,
      [`}}," {`, `}}, {`],
      NONE_TWICE,
    ),
    aside(braces(3, 2)),
    aside(closedBy(']}}')),
  ),
];

/** Inserts a brace before the item after the first complete one. */
const openedItem = (text: string): string | undefined => {
  const at = text.indexOf('}}}}, ');
  const next = at + 6;
  return at === -1 || next >= text.length || text.charAt(next) === '{'
    ? undefined
    : `${text.slice(0, next)}{${text.slice(next)}`;
};

const shorter = again(withoutLastButOne);

const CREATION: readonly Repair[] = [
  asItStands,
  repair(closedBy('}'), again(closedBy('}'), again(closedBy('}'), again(closedBy('}'))))),
  repair(closedBy('"}'), again(closedBy('"}}'), again(closedBy('"}}}')))),
  repair(withoutLastButOne, shorter),
  repair(
    firstBraces(9, (before, after) => before + after.slice(2)),
    shorter,
  ),
  repair(
    firstBraces(7, (before, after) => before + after.slice(1)),
    shorter,
  ),
  repair(
    firstBraces(6, (before, after) => before + after.slice(1)),
    shorter,
  ),
  repair(
    firstBraces(4, (before, after) => `${before}}${after}`),
    shorter,
  ),
  repair(withoutBracket),
  repair(upTo('}}},', 3)),
  repair(openedItem),
  repair(braces(5, 4)),
  repair(braces(6, 5)),
  repair(braces(6, 7)),
  repair(braces(7, 8), aside(closedBy('}'))),
  repair(braces(4, 5)),
  repair(braces(4, 3)),
  repair(
    replacing(
      ...QUOTES,
      [`}, '`, `}, "`],
      [`': `, `": `],
      [`, '`, `, "`],
      [`':`, `":`],
      [`}, "step`, `}, {"step`],
    ),
    aside(braces(4, 3)),
    aside(withoutLastButOne),
    aside(braces(6, 5)),
    aside(withoutBracket),
    aside((text) => without(text, 2)),
    aside(braces(4, 5)),
    aside(closedBy('}')),
    aside(braces(6, 8)),
    aside(upTo('}}},', 3)),
  ),
];

/** The repairs that are tried in turn until a text is a literal, by answer form (formats/ultratool.md 5). */
export const REPAIRS: Readonly<Record<AnswerForm, readonly Repair[]>> = {
  labels: LABELS,
  usage: USAGE,
  creation: CREATION,
};
