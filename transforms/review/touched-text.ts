/** A text after an edit: unchanged texts are kept exactly, changed ones lose surrounding white space. */
export const touchedText = (shown: string | undefined, edited: string): string =>
  edited === shown ? edited : edited.trim();
