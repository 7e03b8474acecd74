import { describe, expect, it } from 'vitest';
import { withDuplicates } from '../../../../families/mtu-bench/resolve/duplicates-settings.js';
import { resolveSettings, type SettingOptions } from '../../../../families/mtu-bench/resolve/settings.js';
import { configSchema, type Config } from '../../../../families/config.js';
import type { MtuBenchSettings } from '../../../../core/mtu-bench/run.js';

type Configured = Partial<Config['mtuBench']['clustering']> & { readonly review?: string };

async function settingsOf(
  { review = 'none', ...clustering }: Configured,
  options: SettingOptions,
  there?: MtuBenchSettings,
): Promise<Pick<MtuBenchSettings, 'reviewDuplicates'> & { distance?: number | undefined }> {
  const config = configSchema().parse({ mtuBench: { clustering, reviewDuplicates: review } });
  const settings = there ?? (await resolveSettings(config, undefined, options)).settings;
  const { reviewDuplicates, clustering: made } = withDuplicates(
    { config, configFile: undefined },
    settings,
    options,
    there,
  );
  return { ...(reviewDuplicates && { reviewDuplicates }), distance: made.duplicateThreshold };
}

const NOBODY = { distance: undefined };

describe('who decides on tools that clustering leaves double', () => {
  it('is typed or configured, where a model makes tools, with a distance that suits the embedder', async () => {
    const create = true;
    expect(await settingsOf({}, { create })).toEqual(NOBODY);
    expect(await settingsOf({}, { create, reviewDuplicates: 'single' })).toEqual({
      ...{ reviewDuplicates: 'single', distance: 0.6 },
    });
    expect(await settingsOf({ review: 'single', duplicateThreshold: 0.5 }, { create })).toEqual({
      ...{ reviewDuplicates: 'single', distance: 0.5 },
    });
    expect(await settingsOf({ review: 'single' }, { create, reviewDuplicates: 'none' })).toEqual(NOBODY);
  });

  it('is nobody where no model makes any: what is typed is refused, what is configured waits', async () => {
    expect(await settingsOf({ review: 'single' }, {})).toEqual(NOBODY);
    expect(await settingsOf({}, { reviewDuplicates: 'none' })).toEqual(NOBODY);
    await expect(settingsOf({}, { reviewDuplicates: 'single' })).rejects.toMatchObject({
      code: 'USAGE',
      parts: { found: '--review-duplicates single in a run without --create' },
    });
    await expect(settingsOf({}, { create: true, reviewDuplicates: 'twice' })).rejects.toMatchObject({
      code: 'USAGE',
      parts: { expected: expect.stringMatching(/^--review-duplicates among: /) as string },
    });
  });

  it('stays with an export that is made anew, whatever is configured by then', async () => {
    const { settings } = await resolveSettings(configSchema().parse({}), undefined, { create: true });
    const context = { config: configSchema().parse({}), configFile: undefined };
    const reviewed = withDuplicates(context, settings, { reviewDuplicates: 'single' });
    expect(await settingsOf({}, {}, reviewed)).toEqual({ reviewDuplicates: 'single', distance: 0.6 });
    expect(await settingsOf({}, { reviewDuplicates: 'none' }, reviewed)).toEqual(NOBODY);
    expect(await settingsOf({ review: 'single' }, {}, settings)).toEqual(NOBODY);
    expect(await settingsOf({}, { reviewDuplicates: 't-eval' }, settings)).toEqual({
      ...{ reviewDuplicates: 't-eval', distance: 0.6 },
    });
  });
});
