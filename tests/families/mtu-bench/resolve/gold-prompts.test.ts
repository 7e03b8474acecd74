import { expect, it } from 'vitest';
import { PromptLibrary } from '../../../../prompts/library.js';
import { MTU_BENCH_PROMPTS } from '../../../../prompts/mtu-bench/prompts.js';
import { promptFor } from '../../../../families/mtu-bench/resolve/run-spec.js';
import { SETTINGS } from '../../../../core/mtu-bench/item.js';

it('states the rules that the gold was decided by', () => {
  const library = PromptLibrary.open(undefined);
  const versions = (gold: Parameters<typeof promptFor>[2]): unknown =>
    SETTINGS.map((setting) => promptFor(library, MTU_BENCH_PROMPTS[setting], gold).version);
  expect([versions(undefined), versions({ checked: 1 }), versions({ checked: 2 })]).toEqual([
    [2, 2, 3, 3],
    [2, 2, 4, 4],
    [3, 3, 5, 5],
  ]);
  for (const setting of SETTINGS)
    expect(library.get(MTU_BENCH_PROMPTS[setting]).prompt.text).toContain('numbers in digits alone');
});
