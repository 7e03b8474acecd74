import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { scoreTEval, type TEvalScoring } from '../../../families/t-eval/score.js';
import { findDataFiles } from '../../../outputs/t-eval/read-records.js';
import { describeShared, sharedPath } from '../../support/shared.js';

const folder = sharedPath('data', 't-eval', 'synthetic-gold');
const embedder = `local:${sharedPath('models', 'all-MiniLM-L6-v2')}`;

const noContext = (): Promise<never> => Promise.reject(new Error('no model is asked'));

describeShared('the synthetic gold', () => {
  let expected: Record<string, Record<string, number>>;
  let gold: TEvalScoring;
  let predicted: TEvalScoring;
  beforeAll(async () => {
    expected = JSON.parse(readFileSync(`${folder}/expected-results.minilm.json`, 'utf8')) as typeof expected;
    const files = await findDataFiles(folder);
    gold = await scoreTEval(files, undefined, embedder, noContext);
    predicted = await scoreTEval(files, `${folder}/predictions`, embedder, noContext);
  });

  it('gets the figures of the original evaluator, read back and as prediction of its own', () => {
    for (const scores of [gold, predicted]) {
      expect(Object.keys(scores.results).sort()).toEqual(Object.keys(expected).sort());
      for (const [run, measures] of Object.entries(expected)) {
        const found = scores.results[run];
        expect(found).toMatchObject({ missing: 0, unknown: 0, stops: {} });
        // A cosine of itself is 1 here; the original's single precision prints 1.0000001.
        for (const [measure, value] of Object.entries(measures))
          expect(found?.measures[measure], `${run} ${measure}`).toBeCloseTo(value, 6);
        expect(Object.keys(found?.measures ?? {})).toEqual(Object.keys(measures));
      }
    }
  });

  it('combines to what convert_results printed', () => {
    const printed = Object.entries(predicted.combination ?? {}).map(([ability, value]) => [
      ability,
      (value * 100).toFixed(1),
    ]);
    expect(Object.fromEntries(printed)).toEqual({
      overall: '98.1',
      instruct: '100.0',
      plan: '88.9',
      reason: '100.0',
      retrieve: '100.0',
      understand: '100.0',
      review: '100.0',
    });
  });
});
