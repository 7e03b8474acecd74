declare module 'edmonds-blossom' {
  /**
   * Maximum-weight matching of a general graph, after Joris van Rantwijk's mwmatching.py, from which networkx has its own.
   * @returns a node's mate, -1 without one; nodes are numbered from 0
   */
  export default function blossom(
    edges: readonly (readonly [number, number, number])[],
    maxCardinality: boolean,
  ): readonly number[];
}
