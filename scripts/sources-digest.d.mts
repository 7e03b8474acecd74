/** Digest of what a build reads: see sources-digest.mjs. */
export function sourcesDigest(root: string): string;
