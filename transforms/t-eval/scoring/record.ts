/** A record of a data file, as far as the evaluator looks at it (formats/t-eval.md 2). */
export interface TEvalGoldRecord {
  readonly id: string;
  readonly ground_truth: unknown;
  /** Of instruct: keys or marks of the answer. */
  readonly template?: unknown;
  /** Of plans. */
  readonly meta?: { readonly API_list?: readonly string[]; readonly prompt_type?: string };
  /** Of all others. */
  readonly meta_data?: { readonly response_format?: string };
}

/** A text's vector; of whatever length, cosines are taken. */
export type Embed = (text: string) => Promise<readonly number[]>;

/** What a record's answer is worth: measure -> value. */
export type Measures = Readonly<Record<string, number>>;

/**
 * Where the original evaluator ends with an exception instead of a figure: on an answer, or on a record that it cannot
 * take.
 */
export class EvaluatorWouldStop extends Error {}

/** The text, or the end of the evaluator. @throws EvaluatorWouldStop */
export function predictionString(prediction: unknown): string {
  if (typeof prediction === 'string') return prediction;
  throw new EvaluatorWouldStop('the prediction is no text');
}

/** Cosine, at least 0. */
export function cosineSimilarity(a: readonly number[], b: readonly number[]): number {
  let dot = 0;
  let lengthA = 0;
  let lengthB = 0;
  a.forEach((x, at) => {
    const y = b[at] ?? 0;
    dot += x * y;
    lengthA += x * x;
    lengthB += y * y;
  });
  // Lengths are multiplied before the root: a vector and itself are exactly 1 apart, above no threshold by chance.
  return lengthA === 0 || lengthB === 0 ? 0 : Math.max(0, dot / Math.sqrt(lengthA * lengthB));
}
