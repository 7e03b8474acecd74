import tseslint from 'typescript-eslint';
import outsideNames from './scripts/lint-outside-names.mjs';

/** Node built-ins and anything with a clock or I/O stay out of what runs in the workflow sandbox. */
const sandboxed = {
  'no-restricted-imports': [
    'error',
    {
      patterns: [
        {
          group: ['node:*', 'fs', 'path', 'crypto', 'os'],
          message: 'core/ and workflows/ run in the Temporal sandbox: no Node built-ins.',
        },
      ],
    },
  ],
};

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'node_modules/**',
      '.benchwright/**',
      'scripts/*.mjs',
      'stryker.config.mjs',
      // Packages of their own, without types.
      'examples/**/*.{js,mjs,ts}',
      '.tmp/**',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['eslint.config.js', '.dependency-cruiser.cjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      'max-lines': ['error', { max: 320, skipBlankLines: true, skipComments: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  // Tests and benchmarks give the names themselves.
  {
    files: ['**/*.ts'],
    ignores: ['tests/**', 'bench/**', 'core/own-part.ts'],
    plugins: { benchwright: outsideNames },
    rules: { 'benchwright/outside-names': 'error' },
  },
  { files: ['core/**/*.ts', 'workflows/**/*.ts'], rules: sandboxed },
  {
    files: [
      'core/**/*.ts',
      'simulators/**/*.ts',
      'sources/**/*.ts',
      'transforms/**/*.ts',
      'outputs/**/*.ts',
      'prompts/**/*.ts',
      'workflows/**/*.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Same in, same out: use core/random.ts with a seed.' },
        { object: 'Date', property: 'now', message: 'No clock in what reaches a file.' },
      ],
    },
  },
  { files: ['eslint.config.js', '.dependency-cruiser.cjs'], ...tseslint.configs.disableTypeChecked },
);
