/** The fields of a record that the evaluator reads (formats/t-eval.md 2). */
export interface TEvalGoldRecord {
  readonly id: string;
  readonly ground_truth: unknown;
  /** Instruct only: keys or markers of the answer. */
  readonly template?: unknown;
  /** Plans only. */
  readonly meta?: { readonly API_list?: readonly string[]; readonly prompt_type?: string };
  /** All others. */
  readonly meta_data?: { readonly response_format?: string };
}

/** A text's vector, of any length. */
export type Embed = (text: string) => Promise<readonly number[]>;

/** Scores of an answer by measure. */
export type Measures = Readonly<Record<string, number>>;

/** Thrown where the original evaluator would raise an exception for an answer or record. */
export class EvaluatorWouldStop extends Error {}

/** Requires a string. @throws EvaluatorWouldStop */
export function predictionString(prediction: unknown): string {
  if (typeof prediction === 'string') return prediction;
  throw new EvaluatorWouldStop('the prediction is no text');
}

/** Cosine similarity, at least 0. */
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
  // Multiplying lengths before the root makes a vector's similarity to itself exactly 1.
  return lengthA === 0 || lengthB === 0 ? 0 : Math.max(0, dot / Math.sqrt(lengthA * lengthB));
}
