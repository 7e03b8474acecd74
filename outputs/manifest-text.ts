import { canonicalJson } from '../core/canonical.js';

/** A manifest's text: canonical key order, indented. */
export const manifestText = (manifest: object): string =>
  `${JSON.stringify(JSON.parse(canonicalJson(manifest)), null, 2)}\n`;
