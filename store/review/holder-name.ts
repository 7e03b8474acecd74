const BULK = 'bulk:';
/** Who holds what a bulk decision is about to decide; no reviewer has such a name. */
export const bulkHolder = (key: string): string => BULK + key;
/** A holder as people read it. */
export const holderName = (reviewer: string): string =>
  reviewer.startsWith(BULK) ? 'a decision on many items' : reviewer;
