/** Steps in one unit of a component: vectors are compared as rounded to 1e-4 (DESIGN.md, "An export"). */
const STEPS = 10_000;

/** The vector at length 1, every component rounded to 1e-4; one of length 0 stays as it is. */
export function unitVector(components: Iterable<number>): number[] {
  const vector = [...components];
  const length = Math.sqrt(vector.reduce((sum, component) => sum + component * component, 0));
  // `+ 0`: a minus zero would be written as 0 and read back as another number.
  return vector.map((component) => (length === 0 ? 0 : Math.round((component / length) * STEPS) / STEPS + 0));
}
