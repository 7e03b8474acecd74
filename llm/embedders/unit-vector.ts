/** Rounding steps per unit: components are compared at 1e-4 (DESIGN.md, "An export"). */
const STEPS = 10_000;

/** Scales a vector to length 1 and rounds each component to 1e-4. A zero vector is unchanged. */
export function unitVector(components: Iterable<number>): number[] {
  const vector = [...components];
  const length = Math.sqrt(vector.reduce((sum, component) => sum + component * component, 0));
  // `+ 0` turns -0, which JSON writes as 0, into 0.
  return vector.map((component) => (length === 0 ? 0 : Math.round((component / length) * STEPS) / STEPS + 0));
}
