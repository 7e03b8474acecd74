/** Union-find over numbers from 0: which belong together, by links added one at a time. The smallest is the root. */
export class DisjointSets {
  readonly #parent: Int32Array;

  constructor(size: number) {
    this.#parent = Int32Array.from({ length: size }, (_, i) => i);
  }

  /** The smallest number of the set. */
  find(member: number): number {
    const parent = this.#parent;
    let at = member;
    // Path halving: every step also shortens the way for the next look.
    while (parent[at] !== at) at = parent[at] = parent[parent[at]!]!;
    return at;
  }

  /** Joins two sets; false when they were one already. */
  join(a: number, b: number): boolean {
    const [low, high] = [this.find(a), this.find(b)].sort((x, y) => x - y) as [number, number];
    if (low === high) return false;
    this.#parent[high] = low;
    return true;
  }
}
