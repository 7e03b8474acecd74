/** Rules shared by rewriting prompts: what a rewritten text must keep. */

const numbersOf = (text: string): string[] => [...new Set(text.match(/\d+/g) ?? [])];

/** Numbers lost or added. @param what `reply`, `request` */
export const numberProblems = (what: string, old: string, anew: string): string[] => [
  ...numbersOf(old)
    .filter((number) => !numbersOf(anew).includes(number))
    .map((number) => `the number ${number} is lost`),
  ...numbersOf(anew)
    .filter((number) => !numbersOf(old).includes(number))
    .map((number) => `the number ${number} is not in the old ${what}`),
];

/** Values that must be kept literally and are missing. */
export const keptProblems = (what: string, keep: readonly string[], anew: string): string[] =>
  keep.filter((value) => !anew.includes(value)).map((value) => `the ${what} does not say ${value}`);

/** Tool names in user-visible text. */
export const toolProblems = (
  what: string,
  calls: readonly { readonly tool: string }[],
  old: string,
  anew: string,
): string[] =>
  [...new Set(calls.map((call) => call.tool))]
    .filter((tool) => anew.includes(tool) && !old.includes(tool))
    .map((tool) => `the ${what} names the tool ${tool}, of which a user knows nothing`);
