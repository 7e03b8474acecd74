import type { ReviewedItems } from './review-items.js';

/** Of items that nothing takes the place of. */
export const NO_RESERVE: Pick<ReviewedItems, 'reserve' | 'follow'> = {
  reserve: () => Promise.resolve([]),
  follow: () => Promise.resolve({ items: [], rewrite: false }),
};
