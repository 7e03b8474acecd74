import { beforeAll, describe, expect, it } from 'vitest';
import { assertSameInputs } from '../../../app/run/compare-inputs.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import type { MtuBenchRun } from '../../../core/mtu-bench/run.js';
import { EXAMPLE, freezeCorpus } from '../../support/corpus.js';

describe('the inputs of a run that is there', () => {
  let now: MtuBenchRun;
  let before: MtuBenchRun;
  beforeAll(async () => {
    now = (await freezeCorpus(EXAMPLE)).frozen;
    before = (await freezeCorpus(EXAMPLE, 7, { texts: '1' })).frozen;
  });

  const differences = async (there: MtuBenchRun, asked: MtuBenchRun): Promise<string | undefined> => {
    try {
      await assertSameInputs('made', there, asked);
      return undefined;
    } catch (error) {
      if (!BenchwrightError.is(error)) throw error;
      return error.parts.found;
    }
  };

  it('are those asked for where it was begun with the texts of an earlier version', async () => {
    expect(await differences(before, now)).toBeUndefined();
    expect(await differences(now, now)).toBeUndefined();
    expect(await differences(before, before)).toBeUndefined();
  });

  it('differ where texts of an earlier version are asked for, or anything else', async () => {
    expect(await differences(now, before)).toBe('texts: was 2, now not there');
    expect(await differences(before, { ...now, seed: 8 })).toBe('seed: was 7, now 8');
    expect(await differences(before, { ...now, settings: { ...now.settings, distractors: 9 } })).toBe(
      'distractors: was 3, now 9',
    );
  });
});
