/** Puts programs into a few files, with the libraries that they load: see bundle.mjs. */
export function bundle(order: {
  readonly entries: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly placeOf: (module: string) => string;
}): Promise<{ readonly modules: readonly string[]; readonly outside: readonly string[] }>;
