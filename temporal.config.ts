import { defineConfig } from './families/config.js';

// The one configuration file. Every field has a default; this one shows the most used. docs/configuration.md has all.
// In a project that installs the package: import { defineConfig } from 'benchwright'.
export default defineConfig({
  mtuBench: { distractors: 3, referenceDay: '2019-03-01' },
  limits: { quarantinedShare: 0.05 },
});
