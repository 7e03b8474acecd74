import { defineConfig } from 'vitest/config';

/**
 * Tests that start servers, workers or whole commands: after the others, two files at a time. They wait (for leases,
 * heartbeats, commands that start) more than they compute.
 */
const PROCESS_TESTS = ['cli', 'durability', 'engine', 'review/browser', 'workflows'].map(
  (folder) => `tests/${folder}/**/*.test.ts`,
);

/**
 * Tests of functions that keep nothing and open nothing: their files share a process, so that each does not load and
 * warm up the same schemas again. None may have hooks in a module that several of them import: those would run for the
 * first of them alone. The digest's tests take `process` and modules away for a moment, so they stay apart.
 */
const FUNCTION_TESTS = ['core', 'transforms', 'llm/cost', 'review/agreement', 'review/stats'].map(
  (folder) => `tests/${folder}/**/!(digest).test.ts`,
);

export default defineConfig({
  test: {
    pool: 'forks',
    setupFiles: ['tests/support/property-seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'functions',
          include: FUNCTION_TESTS,
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['tests/**/*.test.ts'],
          exclude: [...PROCESS_TESTS, ...FUNCTION_TESTS],
          globalSetup: ['tests/support/postgres-setup.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: PROCESS_TESTS,
          globalSetup: ['tests/support/global-setup.ts', 'tests/support/postgres-setup.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
