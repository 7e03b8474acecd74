/**
 * Whether this is the long run of the tests (`npm run test:long`): every database, every stage, every kill. The daily run
 * has each kind of them once.
 */
export const IS_LONG = process.env['BENCHWRIGHT_TESTS'] === 'long';
