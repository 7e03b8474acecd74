import type { JsonValue } from '../../core/canonical.js';
import { ownPart } from '../../core/own-part.js';
import { isJsonObject } from '../../core/json.js';

/** A field of content with unknown shape; undefined if there is none with this name. */
export const partOf = (content: JsonValue | undefined, name: string): JsonValue | undefined =>
  isJsonObject(content) ? ownPart(content as Readonly<Record<string, JsonValue>>, name) : undefined;

/** The same for a list; [] if there is none. */
export function partsOf(content: JsonValue | undefined, name: string): readonly JsonValue[] {
  const parts = partOf(content, name);
  return Array.isArray(parts) ? (parts as readonly JsonValue[]) : [];
}
