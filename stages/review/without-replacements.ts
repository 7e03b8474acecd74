import type { ReviewedItems } from './review-items.js';

/** For items without replacements. */
export const withoutReplacements: Pick<ReviewedItems, 'replacements' | 'promote'> = {
  replacements: () => Promise.resolve([]),
  promote: () => Promise.resolve({ items: [], rewrite: false }),
};
