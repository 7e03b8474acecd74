/** Maximum count that numpy sums in one pass; longer lists are halved. */
const BLOCK = 128;

/** `numpy.sum` of floats: eight interleaved sums, so that the last digit equals numpy's instead of a plain loop's. */
function pairwiseSum(values: readonly number[], start: number, count: number): number {
  const at = (place: number): number => values[start + place] ?? 0;
  if (count < 8) {
    let sum = 0;
    for (let place = 0; place < count; place += 1) sum += at(place);
    return sum;
  }
  if (count > BLOCK) {
    const half = Math.floor(count / 2);
    const first = half - (half % 8);
    return pairwiseSum(values, start, first) + pairwiseSum(values, start + first, count - first);
  }
  const sums = Array.from({ length: 8 }, (_, place) => at(place));
  let place = 8;
  for (; place < count - (count % 8); place += 8)
    for (let lane = 0; lane < 8; lane += 1) sums[lane] = (sums[lane] ?? 0) + at(place + lane);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sums;
  let sum = a + b + (c + d) + (e + f + (g + h));
  for (; place < count; place += 1) sum += at(place);
  return sum;
}

/** `numpy.mean`; NaN for no values. */
export const numpyMean = (values: readonly number[]): number =>
  pairwiseSum(values, 0, values.length) / values.length;

/** `round(x, 4)` of a numpy float: via a product, which is inexact. */
export const numpyRound4 = (value: number): number => halfEven(value * 1e4) / 1e4;

/** `round(x, 4)` of a Python float: exact, ties to even. Only odd thirty-seconds are ties. */
export const pythonRound4 = (value: number): number =>
  Math.abs((value * 32) % 2) === 1 ? halfEven(value * 1e4) / 1e4 : Number(value.toFixed(4));

function halfEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
