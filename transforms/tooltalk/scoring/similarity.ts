/** A text's vector, of any length. The published evaluator uses the [CLS] vector of DistilBERT base uncased. */
export type Embed = (text: string) => Promise<readonly number[]>;

/** Thrown where the published evaluator would raise an exception for a prediction. */
export class EvaluatorWouldStop extends Error {}

/**
 * Cosine similarity of two texts; equal texts need no vector. @throws EvaluatorWouldStop for a value that is not a
 * string
 */
export async function similarity(gold: string, predicted: unknown, embed: Embed): Promise<number> {
  if (predicted === null || predicted === undefined) return 0;
  if (typeof predicted !== 'string')
    throw new EvaluatorWouldStop('a text argument of the prediction is no text');
  if (gold === predicted) return 1;
  const [a, b] = [await embed(gold), await embed(predicted)];
  let [dot, lengthA, lengthB] = [0, 0, 0];
  a.forEach((x, at) => {
    const y = b[at] ?? 0;
    dot += x * y;
    lengthA += x * x;
    lengthB += y * y;
  });
  return lengthA === 0 || lengthB === 0 ? 0 : dot / Math.sqrt(lengthA * lengthB);
}
