import type { EditProblem, ToolShown } from '../review/api.js';

/** Words that are common in queries and documents, so that they are no evidence of a need. */
const COMMON = new Set(
  `a about all also an and any are as at be been but by can could data do does each for from get give given go has have
how i if in information into is it its know like list me more my name need number of on one only or other our out please
provide provided query return returns should so some string tell than that the their them then there these they this to
tool tools us use used user using value want was we were what when where which who why will with would you your`.split(
    /\s+/,
  ),
);
/** Number of first letters by which words are compared: `currency` and `currencies` are equal. */
const STEM = 5;

const wordsOf = (text: string): string[] =>
  (
    text
      .replace(/(?<=\p{Ll})(?=\p{Lu})|_/gu, ' ')
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? []
  ).flatMap((word) => (COMMON.has(word) ? [] : [word.slice(0, STEM)]));

/** The text of a tool: names and descriptions of it and of its parameters. */
const textOf = ({ name, description, parameters }: ToolShown): string =>
  [name, description, ...parameters.flatMap((one) => [one.name, one.description])].join(' ');

/**
 * Finds queries for which probably no tool is needed. Our rule, which is not in the paper: a query needs a word of one
 * of the tools. 40 of 382 published queries have none.
 * @param tools of the query's subcategory, which is its topic
 */
export function checkNeed(topic: string, query: string, tools: readonly ToolShown[]): EditProblem[] {
  const known = new Set([topic, ...tools.map(textOf)].flatMap(wordsOf));
  if (query === '' || wordsOf(query).some((word) => known.has(word))) return [];
  const text = `it may need no tool: it has no word of the tools of ${topic} (a check of ours)`;
  return [{ path: 'query', kind: 'finding', text }];
}
