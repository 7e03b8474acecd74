import type { ReviewedItems } from './review-items.js';

/** Of items that nothing takes the place of. */
export const withoutReplacements: Pick<ReviewedItems, 'replacements' | 'promote'> = {
  replacements: () => Promise.resolve([]),
  promote: () => Promise.resolve({ items: [], rewrite: false }),
};
