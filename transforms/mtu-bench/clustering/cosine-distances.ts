/** Distances between `size` items: a symmetric row-major matrix in one array; 0 on the diagonal. */
export interface DistanceMatrix {
  readonly size: number;
  readonly values: Float64Array;
}

/** Rounding steps per unit: finer than the vectors, coarse enough that equal texts have equal distances. */
const STEPS = 1_000_000;

/** Rounds to 1e-6, so that rounding errors never decide a tie. */
export const roundDistance = (distance: number): number => Math.round(distance * STEPS) / STEPS;

/**
 * Cosine distances (0 to 2) between vectors of equal length, rounded to 1e-6. Vectors need not have unit length; a
 * zero vector has distance 1 to all but other zero vectors.
 */
export function cosineDistances(vectors: readonly (readonly number[])[]): DistanceMatrix {
  const size = vectors.length;
  const width = vectors[0]?.length ?? 0;
  const units = new Float64Array(size * width);
  const empty = vectors.map((vector, row) => {
    if (vector.length !== width) throw new Error(`vectors of ${width} and ${vector.length} components`);
    const length = Math.sqrt(vector.reduce((sum, component) => sum + component * component, 0));
    if (length === 0) return true;
    vector.forEach((component, column) => (units[row * width + column] = component / length));
    return false;
  });
  const values = new Float64Array(size * size);
  for (let a = 0; a < size; a++) {
    const components = nonZero(units, a * width, width);
    for (let b = a + 1; b < size; b++) {
      const cosine = dot(components, units, b * width);
      const distance = empty[a] && empty[b] ? 0 : roundDistance(Math.max(0, 1 - cosine));
      values[a * size + b] = distance;
      values[b * size + a] = distance;
    }
  }
  return { size, values };
}

interface Components {
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

/** A row's non-zero components: one in twenty of a lexical vector, all of a model's. */
function nonZero(units: Float64Array, start: number, width: number): Components {
  const row = units.subarray(start, start + width);
  const columns = Int32Array.from(row.keys()).filter((column) => row[column] !== 0);
  return { columns, values: Float64Array.from(columns, (column) => row[column] as number) };
}

/** Two accumulators avoid a dependency chain. */
function dot({ columns, values }: Components, units: Float64Array, start: number): number {
  let even = 0;
  let odd = 0;
  let place = 0;
  for (; place + 1 < columns.length; place += 2) {
    even += (values[place] as number) * (units[start + (columns[place] as number)] as number);
    odd += (values[place + 1] as number) * (units[start + (columns[place + 1] as number)] as number);
  }
  if (place < columns.length) {
    even += (values[place] as number) * (units[start + (columns[place] as number)] as number);
  }
  return even + odd;
}

/** The distance between two items. */
export const distanceOf = ({ size, values }: DistanceMatrix, a: number, b: number): number =>
  values[a * size + b] as number;

/**
 * The member with the smallest total distance to the others; it names the cluster. Ties go to the first in `members`.
 */
export function medoidOf(distances: DistanceMatrix, members: readonly number[]): number {
  let medoid = -1;
  let smallest = Infinity;
  for (const candidate of members) {
    const sum = roundDistance(
      members.reduce((total, other) => total + distanceOf(distances, candidate, other), 0),
    );
    if (sum < smallest) [medoid, smallest] = [candidate, sum];
  }
  return medoid;
}
