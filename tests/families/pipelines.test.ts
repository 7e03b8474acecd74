import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { familySpecs, isBuiltIn } from '../../families/index.js';
import { builtInPipeline } from '../../families/pipelines.js';

const hasFile = (family: string): boolean =>
  existsSync(fileURLToPath(new URL(`../../families/${family}/pipeline.ts`, import.meta.url)));

it('each pipeline with a file of its own is found by name, and is that of the specification', () => {
  for (const { name, pipeline } of familySpecs())
    expect(builtInPipeline(name), name).toBe(isBuiltIn(name) && hasFile(name) ? pipeline : undefined);
  expect(builtInPipeline('constructor')).toBeUndefined();
});

it('pipelines import no package, so that a workflow evaluates no schema', async () => {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('../../families/pipelines.ts', import.meta.url)),
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
  });
  const { output } = await bundle.generate();
  await bundle.close();
  const [{ modules, imports }] = output;
  expect(imports).toEqual([]);
  expect(Object.keys(modules).filter((id) => id.endsWith('/pipeline.ts')).length).toBeGreaterThan(5);
  expect(Object.keys(modules).filter((id) => id.includes('node_modules'))).toEqual([]);
});
