import { defineConfig } from 'vitest/config';

/** Tests that mutation testing runs: those of pure rules and of the ledger, on SQLite, in one process. */
export default defineConfig({
  test: {
    setupFiles: ['tests/support/property-seed.ts'],
    include: [
      'tests/core/**/*.test.ts',
      'tests/transforms/**/*.test.ts',
      'tests/llm/{cost,ledger}/**/*.test.ts',
      'tests/store/ledger/**/*.test.ts',
    ],
    // Other processes do not have the mutant.
    exclude: ['**/processes.test.ts', '**/digest.test.ts'],
    provide: { postgresUrl: { error: 'mutants are tested on SQLite alone' } },
    testTimeout: 60_000,
    // Corpora are converted in hooks.
    hookTimeout: 60_000,
  },
});
