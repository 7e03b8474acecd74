import { describe, expect, it } from 'vitest';
import { configSchema, type defineConfig } from '../../../../families/config.js';
import { resolveSettings, type SettingOptions } from '../../../../families/mtu-bench/resolve/settings.js';
import { failure } from '../../../support/files.js';

type Written = Parameters<typeof defineConfig>[0];

const resolved = (options: SettingOptions, config: Written = {}) =>
  resolveSettings(configSchema().parse(config), undefined, options);
const settings = async (options: SettingOptions, config: Written = {}) =>
  (await resolved(options, config)).settings;
const refused = (options: SettingOptions) => failure(resolved(options));

describe('the settings of a run', () => {
  it('check the gold unless the labels are wanted as annotated', async () => {
    expect((await settings({ gold: 'as-annotated' })).gold).toBeUndefined();
    expect((await settings({ keepSuspects: true })).gold).toEqual({ checked: 1, keepSuspects: true });
    const config = { mtuBench: { gold: 'as-annotated', keepSuspects: true } } as const;
    expect((await settings({}, config)).gold).toBeUndefined();
    expect((await settings({ gold: 'checked' }, config)).gold).toEqual({ checked: 1 });
    expect((await refused({ gold: 'as-annotated', keepSuspects: true })).parts.expected).toBe(
      '--keep-suspects with --gold checked',
    );
  });
});
