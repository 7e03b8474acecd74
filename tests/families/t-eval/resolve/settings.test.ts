import { describe, expect, it } from 'vitest';
import type { Context } from '../../../../app/context.js';
import { tEvalSettings } from '../../../../families/t-eval/resolve/settings.js';
import { configSchema } from '../../../../families/config.js';
import type { TEvalSettings } from '../../../../core/t-eval/run.js';

const contextOf = (reviewQueries?: string): Context => {
  const config: Context['config'] = configSchema().parse(
    reviewQueries === undefined ? {} : { tEval: { reviewQueries } },
  );
  return { config } as Context;
};
const settingsOf = async (
  configured: string | undefined,
  typed: string | undefined,
  there?: TEvalSettings,
): Promise<TEvalSettings> =>
  (
    await tEvalSettings(
      contextOf(configured),
      typed === undefined ? {} : { reviewQueries: typed },
      there && { settings: there },
    )
  ).settings;

describe('who decides on queries before they are annotated', () => {
  it('is nobody where nothing is said: the settings are as without it', async () => {
    for (const typed of [undefined, 'none'])
      expect(await settingsOf(undefined, typed)).not.toHaveProperty('reviewQueries');
  });

  it('is what was typed, over what is configured', async () => {
    expect(await settingsOf('single', undefined)).toMatchObject({ reviewQueries: 'single' });
    expect(await settingsOf('single', 't-eval')).toMatchObject({ reviewQueries: 't-eval' });
    expect(await settingsOf('single', 'none')).not.toHaveProperty('reviewQueries');
    for (const [configured, typed, where] of [
      ['single', 'nobody', /^--review-queries among: /],
      ['nobody', undefined, /^tEval\.reviewQueries among: /],
    ] as const)
      await expect(settingsOf(configured, typed)).rejects.toMatchObject({
        ...{ code: 'USAGE', parts: { expected: expect.stringMatching(where) as string } },
      });
    await expect(
      tEvalSettings(contextOf(), { completeTools: true, reviewTools: 'nobody' }),
    ).rejects.toMatchObject({
      parts: { expected: expect.stringMatching(/^--review-tools among: /) as string },
    });
  });

  it('is what an export was made with where that is made anew, unless it is typed', async () => {
    const [plain, reviewed] = [await settingsOf(undefined, undefined), await settingsOf('single', undefined)];
    expect(await settingsOf('single', undefined, plain)).not.toHaveProperty('reviewQueries');
    expect(await settingsOf(undefined, undefined, reviewed)).toMatchObject({ reviewQueries: 'single' });
    expect(await settingsOf(undefined, 'none', reviewed)).not.toHaveProperty('reviewQueries');
  });
});
