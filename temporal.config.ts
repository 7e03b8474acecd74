import { defineConfig } from 'benchwright';

// The one configuration file. Every field has a default; this one shows the most used. docs/configuration.md has all.
export default defineConfig({
  mtuBench: { distractors: 3, referenceDay: '2019-03-01' },
  limits: { quarantinedShare: 0.05 },
});
