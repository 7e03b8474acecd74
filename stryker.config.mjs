/*
 * Mutation tests (`npm run mutants -- --mutate 'core/review/**'`): change rules one by one and report changes that no
 * test notices. Not part of CI: a folder takes minutes to hours. Known figures are in docs/decisions.md.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.config.ts', related: true },
  mutate: [
    'transforms/**/*.ts',
    'core/review/**/*.ts',
    'llm/ledger/**/*.ts',
    'store/ledger/**/*.ts',
    '!**/*.d.ts',
    // A migration is tested by the stores of released versions.
    '!**/*migration.ts',
  ],
  ignorePatterns: ['dist', '.benchwright', 'benchwright-out', '.tmp'],
  coverageAnalysis: 'perTest',
  // Mutants evaluated at import would need all tests each; most of them are texts of schemas.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 20_000,
  tempDirName: '.tmp/mutants',
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: '.tmp/mutants.json' },
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
};
