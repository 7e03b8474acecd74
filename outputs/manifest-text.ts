import { canonicalJson } from '../core/canonical.js';
import { parseJson, writeJson } from '../core/json.js';

/** A manifest's text: canonical key order, indented. */
export const manifestText = (manifest: object): string =>
  `${writeJson(parseJson(canonicalJson(manifest)), 2)}\n`;
