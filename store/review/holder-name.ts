const BULK = 'bulk:';
/** Lease holder name of a bulk decision; no reviewer can have such a name. */
export const bulkHolder = (key: string): string => BULK + key;
/** Display name of a lease holder. */
export const holderName = (reviewer: string): string =>
  reviewer.startsWith(BULK) ? 'a decision on many items' : reviewer;
