import type { WozExchange } from './exchange.js';
import type { DatabaseRow } from './databases.js';
import { canonicalValue, normalizedValue } from './values.js';

/** Texts and values known so far, to decide whether a value could be known. */
export class Heard {
  readonly #values = new Set<string>();
  #words = ' ';

  user({ utterance, acts }: WozExchange['user']): void {
    this.#words += `${wordsOf(utterance)} `;
    this.#acts(acts);
  }

  system({ acts }: WozExchange['system']): void {
    this.#acts(acts);
  }

  results(rows: readonly DatabaseRow[]): void {
    for (const row of rows) for (const value of Object.values(row)) this.#values.add(normalizedValue(value));
  }

  /** Whether a value was annotated, found, or stated by the user. */
  has(value: string): boolean {
    return this.#values.has(normalizedValue(value)) || this.#words.includes(` ${wordsOf(value)} `);
  }

  #acts(acts: WozExchange['user']['acts']): void {
    for (const { slot, value } of acts)
      for (const one of canonicalValue(slot, value).split('|')) this.#values.add(normalizedValue(one));
  }
}

/** Whether a text contains a value as whole words. */
export const containsWords = (utterance: string, value: string): boolean =>
  ` ${wordsOf(utterance)} `.includes(` ${wordsOf(value)} `);

/** Lower case, times as `05:00`, no punctuation, single blanks. */
export const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\b(\d):(\d{2})\b/g, '0$1:$2')
    .replace(/ ?(?='s\b|n't\b)/g, '')
    .replace(/'/g, '')
    .replace(/[^a-z0-9:]+/g, ' ')
    .trim();
