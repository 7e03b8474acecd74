import { describe, expect, it } from 'vitest';
import {
  overrideSettings,
  resolveSettings,
  type SettingOptions,
} from '../../../../families/mtu-bench/resolve/settings.js';
import { configSchema } from '../../../../families/config.js';
import { failure } from '../../../support/files.js';

const resolved = (options: SettingOptions = {}) =>
  resolveSettings(configSchema().parse({}), undefined, options);

describe('the version of the texts that rules write', () => {
  const policyOf = () => {
    throw new Error('no policy is asked for');
  };
  const regenerated = async (texts: 2 | undefined, options: SettingOptions) => {
    const there = await resolved();
    const { texts: _, ...others } = there.settings;
    const settings = { ...others, ...(texts && { texts }) };
    return (
      await overrideSettings({ ...there, settings }, options, policyOf, configSchema().parse({}).models)
    ).settings;
  };

  it('is the newest for a new run, unless an old one is asked for', async () => {
    expect((await resolved()).settings).toMatchObject({ texts: 2 });
    expect((await resolved({ texts: '1' })).settings).not.toHaveProperty('texts');
    expect((await failure(resolved({ texts: '3' }))).parts).toMatchObject({
      expected: '--texts 1 or 2',
      found: '"3"',
    });
  });

  it('stays as an export has it, unless another is asked for', async () => {
    expect(await regenerated(undefined, { testShare: 0.5 })).not.toHaveProperty('texts');
    expect(await regenerated(2, { testShare: 0.5 })).toMatchObject({ texts: 2 });
    expect(await regenerated(undefined, { texts: '2' })).toMatchObject({ texts: 2 });
    expect(await regenerated(2, { texts: '1' })).not.toHaveProperty('texts');
  });
});
