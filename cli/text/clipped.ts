/** Characters of a value that a terminal shows. */
const SHOWN = 400;

/** A long text as a terminal shows it: its beginning, and how long it is. */
export const clipped = (text: string): string =>
  text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length} characters)`;
