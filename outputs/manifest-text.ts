import { canonicalJson } from '../core/canonical.js';

/** A manifest's bytes: canonical order of keys, indented for people. */
export const manifestText = (manifest: object): string =>
  `${JSON.stringify(JSON.parse(canonicalJson(manifest)), null, 2)}\n`;
