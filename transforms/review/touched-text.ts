/** A text after an edit: letter by letter as it was where nobody touched it, else without the blanks around it. */
export const touchedText = (shown: string | undefined, edited: string): string =>
  edited === shown ? edited : edited.trim();
