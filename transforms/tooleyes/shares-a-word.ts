/** Words that stand in any query or document, so that they say nothing about a need. */
const COMMON = new Set(
  `a about all also an and any are as at be been but by can could data do does each for from get give given go has have
how i if in information into is it its know like list me more my name need number of on one only or other our out please
provide provided query return returns should so some string tell than that the their them then there these they this to
tool tools us use used user using value want was we were what when where which who why will with would you your`.split(
    /\s+/,
  ),
);
/** Letters by which two words are one: `currency` and `currencies`. */
const STEM = 5;

const wordsOf = (text: string): string[] =>
  (
    text
      .replace(/(?<=\p{Ll})(?=\p{Lu})|_/gu, ' ')
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? []
  ).flatMap((word) => (COMMON.has(word) ? [] : [word.slice(0, STEM)]));

/** Whether a text has a word of any of the documents, besides those that any text has. A rule of ours. */
export function sharesAWord(text: string, documents: readonly string[]): boolean {
  const known = new Set(documents.flatMap(wordsOf));
  return wordsOf(text).some((word) => known.has(word));
}
