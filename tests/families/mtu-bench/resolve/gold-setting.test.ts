import { describe, expect, it } from 'vitest';
import { configSchema, type defineConfig } from '../../../../families/config.js';
import type { MtuBenchRun } from '../../../../core/mtu-bench/run.js';
import { withKeptTexts } from '../../../../families/mtu-bench/resolve/kept-texts.js';
import {
  overrideSettings,
  resolveSettings,
  type SettingOptions,
} from '../../../../families/mtu-bench/resolve/settings.js';
import { failure } from '../../../support/files.js';

type Written = Parameters<typeof defineConfig>[0];

const resolved = (options: SettingOptions, config: Written = {}) =>
  resolveSettings(configSchema().parse(config), undefined, options);
const settings = async (options: SettingOptions, config: Written = {}) =>
  (await resolved(options, config)).settings;
const refused = (options: SettingOptions) => failure(resolved(options));

const NO_POLICY = () => {
  throw new Error('no policy is asked for');
};

describe('the version of checked gold', () => {
  const regenerated = async (
    gold: { checked: 1 | 2; keepSuspects?: true } | undefined,
    options: SettingOptions,
  ) => {
    const there = await resolved({});
    const { gold: _, ...others } = there.settings;
    const before = { ...there, settings: { ...others, ...(gold && { gold }) } };
    return (await overrideSettings(before, options, NO_POLICY, configSchema().parse({}).models)).settings
      .gold;
  };

  it('stays as an export has it, unless checked gold is asked for', async () => {
    expect(await regenerated({ checked: 1 }, { testShare: 0.5 })).toEqual({ checked: 1 });
    expect(await regenerated({ checked: 1 }, { keepSuspects: true })).toEqual({
      checked: 1,
      keepSuspects: true,
    });
    expect(await regenerated({ checked: 1 }, { gold: 'checked' })).toEqual({ checked: 2 });
    expect(await regenerated(undefined, { testShare: 0.5 })).toBeUndefined();
    expect(await regenerated(undefined, { gold: 'checked' })).toEqual({ checked: 2 });
  });

  it('stays as a run was begun with', async () => {
    const run = async (gold: { checked: 1 | 2; keepSuspects?: true } | undefined) => {
      const { settings: now } = await resolved({});
      const { gold: _, ...others } = now;
      return { settings: { ...others, ...(gold && { gold }) } } as MtuBenchRun;
    };
    const kept = async (begun: Parameters<typeof run>[0], asked: Parameters<typeof run>[0]) =>
      withKeptTexts(await run(begun), await run(asked)).settings.gold;
    expect(await kept({ checked: 1 }, { checked: 2 })).toEqual({ checked: 1 });
    expect(await kept({ checked: 1, keepSuspects: true }, { checked: 2, keepSuspects: true })).toEqual({
      ...{ checked: 1, keepSuspects: true },
    });
    expect(await kept(undefined, { checked: 2 })).toBeUndefined();
    expect(await kept({ checked: 1 }, undefined)).toBeUndefined();
  });
});

describe('the settings of a run', () => {
  it('check the gold unless the labels are wanted as annotated', async () => {
    expect((await settings({ gold: 'as-annotated' })).gold).toBeUndefined();
    expect((await settings({ keepSuspects: true })).gold).toEqual({ checked: 2, keepSuspects: true });
    const config = { mtuBench: { gold: 'as-annotated', keepSuspects: true } } as const;
    expect((await settings({}, config)).gold).toBeUndefined();
    expect((await settings({ gold: 'checked' }, config)).gold).toEqual({ checked: 2 });
    expect((await refused({ gold: 'as-annotated', keepSuspects: true })).parts.expected).toBe(
      '--keep-suspects with --gold checked',
    );
  });
});
