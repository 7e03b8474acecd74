import { defineConfig } from 'vitest/config';

/**
 * Tests that start servers, workers or whole commands: one file at a time, after the others, so that their own
 * processes have the machine to themselves.
 */
const PROCESS_TESTS = ['cli', 'durability', 'engine', 'workflows'].map(
  (folder) => `tests/${folder}/**/*.test.ts`,
);

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['tests/**/*.test.ts'],
          exclude: PROCESS_TESTS,
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
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
