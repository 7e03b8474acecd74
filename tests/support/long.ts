/**
 * Whether this is the long run of the tests (`npm run test:long`): every database, every stage, every kill. The daily run
 * has each kind of them once.
 */
export const IS_LONG = process.env['BENCHWRIGHT_TESTS'] === 'long';

/** Cases of a test: all of them in the long run, in the daily one those that are `daily`. */
export const casesFor = <T>(cases: readonly T[], daily: (one: T) => boolean): T[] =>
  cases.filter((one) => IS_LONG || daily(one));

/** How often a property is tried: in the daily run a quarter as often as in the long one. */
export const runsOf = (long: number): number => (IS_LONG ? long : Math.ceil(long / 4));
