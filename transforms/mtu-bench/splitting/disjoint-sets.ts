/** Union-find over integers from 0. The smallest member is the root. */
export class DisjointSets {
  readonly #parent: Int32Array;

  constructor(size: number) {
    this.#parent = Int32Array.from({ length: size }, (_, i) => i);
  }

  /** The smallest member of the set. */
  find(member: number): number {
    const parent = this.#parent;
    let at = member;
    // Path halving.
    while (parent[at] !== at) at = parent[at] = parent[parent[at]!]!;
    return at;
  }

  /** Unites two sets; false if already united. */
  join(a: number, b: number): boolean {
    const [low, high] = [this.find(a), this.find(b)].sort((x, y) => x - y) as [number, number];
    if (low === high) return false;
    this.#parent[high] = low;
    return true;
  }
}
