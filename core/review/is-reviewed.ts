/**
 * Whether a run's review policy, given by name or in full, has any round. In a file without the policies' schemas,
 * because workflows import it.
 */
export const isReviewed = (review: string | { readonly rounds: readonly unknown[] }): boolean =>
  typeof review === 'string' ? review !== 'none' : review.rounds.length > 0;
