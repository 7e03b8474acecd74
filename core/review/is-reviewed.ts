/**
 * Whether a run's review, the name of a built-in policy or a policy, has any round. Apart from the policies' schemas, as
 * workflows ask it, too.
 */
export const isReviewed = (review: string | { readonly rounds: readonly unknown[] }): boolean =>
  typeof review === 'string' ? review !== 'none' : review.rounds.length > 0;
