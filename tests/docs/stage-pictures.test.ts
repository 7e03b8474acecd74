import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { familySpecs } from '../../families/index.js';
import { withStages } from './stage-pictures.js';

it.each(familySpecs())('docs/$name.md has the picture of its stages', (spec) => {
  const page = readFileSync(new URL(`../../docs/${spec.name}.md`, import.meta.url), 'utf8');
  expect(page, 'stages have changed: write the pictures again with `npm run docs:configuration`').toBe(
    withStages(page, spec),
  );
});
