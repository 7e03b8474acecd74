import { sha256Hex } from '../../../core/digest.js';
import { byText } from '../../../core/ids.js';
import type { Setting } from '../../../core/mtu-bench/item.js';
import { comparableWords } from './shingles.js';

/** The compared properties of an item: setting and user text digest. */
export interface TextOfItem {
  readonly itemId: string;
  readonly setting: Setting;
  /** See `textDigestOf`. */
  readonly textDigest: string;
}

/** Digest of a user text's words; ignores case, punctuation and spacing. */
export function textDigestOf(text: string): string {
  const words = comparableWords(text);
  return sha256Hex(words.length === 0 ? text.trim() : words.join(' '));
}

/**
 * Maps items with the same words as another one of their setting to the one that is kept, the first by item id. They
 * stay in the full structure only: a repeated text would count twice.
 */
export function findRepeatedTexts(items: Iterable<TextOfItem>): Map<string, string> {
  const first = new Map<string, string>();
  const later: { itemId: string; key: string }[] = [];
  for (const { itemId, setting, textDigest } of items) {
    const key = `${setting} ${textDigest}`;
    const known = first.get(key);
    if (known === undefined) first.set(key, itemId);
    else {
      const [keep, leave] = byText(itemId, known) < 0 ? [itemId, known] : [known, itemId];
      first.set(key, keep);
      if (leave !== keep) later.push({ itemId: leave, key });
    }
  }
  later.sort((a, b) => byText(a.itemId, b.itemId));
  return new Map(later.map(({ itemId, key }) => [itemId, first.get(key) ?? itemId]));
}
