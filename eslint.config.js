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
    ignores: ['**/*.{js,mjs,cjs}', 'dist/**', 'tests/**', 'bench/**', 'examples/**', '.benchwright/**', '.tmp/**'],
  },
  {
    files: ['**/*.ts'],
    ignores: ['core/own-part.ts'],
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: ['./tsconfig.json', './review/web/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { benchwright: outsideNames, '@typescript-eslint': tseslint.plugin },
    rules: { 'benchwright/outside-names': 'error' },
  },
);
