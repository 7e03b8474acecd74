/** A dataset name derived from the inputs: `mtu-bench-sgd-seed-7`. */
export const datasetName = ({
  family,
  sources,
  seed,
}: {
  readonly family: string;
  readonly sources: readonly { readonly name: string }[];
  readonly seed: number;
}): string => [family, ...sources.map(({ name }) => name), 'seed', String(seed)].join('-');
