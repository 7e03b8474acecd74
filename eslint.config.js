import tseslint from 'typescript-eslint';
import outsideNames from './scripts/lint-outside-names.mjs';

// The rule of ours that looks at types. All others are oxlint's (.oxlintrc.json), which takes a fifth of the time. Tests and
// benchmarks give the names themselves.
export default tseslint.config(
  {
    ignores: [
      '**/*.{js,mjs,cjs}',
      '*.config.ts',
      'dist/**',
      'tests/**',
      'bench/**',
      'examples/**',
      'core/own-part.ts',
      '.tmp/**',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: ['./tsconfig.build.json', './review/web/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    // Comments that except a line from a rule name it as this plugin does.
    plugins: { benchwright: outsideNames, '@typescript-eslint': tseslint.plugin },
    rules: { 'benchwright/outside-names': 'error' },
  },
);
