import { pythonStrip } from '../../python/text.js';
import { dictValue, isPythonDict, pythonEquals } from '../../python/values.js';
import { lenientParse } from './lenient-parse.js';
import { EvaluatorWouldStop, predictionString, type TEvalGoldRecord, type Measures } from './record.js';

/**
 * REVIEW (formats/t-eval.md 5.4): the letter after the first colon. Also supports the evaluator's JSON variant, which
 * no file uses.
 * @throws EvaluatorWouldStop
 */
export function scoreReview(record: TEvalGoldRecord, prediction: unknown): Measures {
  const gold = isPythonDict(record.ground_truth) ? dictValue(record.ground_truth, 'answer') : undefined;
  const form = record.meta_data?.response_format;
  if (!gold || form === undefined)
    throw new EvaluatorWouldStop('ground_truth.answer or meta_data.response_format is missing');
  const answer = form === 'json' ? readJson(prediction) : readChoice(predictionString(prediction));
  if (answer === undefined) return { parse_rate: 0, review_quality: 0 };
  return { parse_rate: 1, review_quality: pythonEquals(answer, gold.value) ? 1 : 0 };
}

function readChoice(text: string): string | undefined {
  return /^[A-E]/.exec(pythonStrip(text.slice(text.indexOf(':') + 1)))?.[0];
}

function readJson(prediction: unknown): unknown {
  try {
    const read = lenientParse(prediction);
    const finished = isPythonDict(read) ? dictValue(read, 'is_finished') : undefined;
    const isYesOrNo = finished && (pythonEquals(finished.value, true) || pythonEquals(finished.value, false));
    return isYesOrNo ? { review: finished.value } : undefined;
  } catch {
    return undefined;
  }
}
