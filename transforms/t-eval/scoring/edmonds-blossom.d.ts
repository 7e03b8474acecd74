declare module 'edmonds-blossom' {
  /**
   * Maximum-weight matching of a general graph, after Joris van Rantwijk's mwmatching.py, which networkx also uses.
   * @returns each node's mate, -1 if none; nodes are numbered from 0
   */
  export default function blossom(
    edges: readonly (readonly [number, number, number])[],
    maxCardinality: boolean,
  ): readonly number[];
}
