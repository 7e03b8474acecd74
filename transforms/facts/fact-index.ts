import type { JsonValue } from '../../core/canonical.js';
import { factValues, type Fact } from '../../core/facts.js';
import { isSaid } from '../../core/t-eval/said.js';
import { isNested, valueWord } from '../../core/json.js';
import { isNumber, numberIn, numberKey, type JsonNumber } from '../../core/number-as-written.js';

const normal = (value: JsonValue): string => valueWord(value).normalize('NFKC').trim().toLowerCase();

/**
 * Keys under which a fact's value is found: its text, as it is shown to models, and for a number or its text the number
 * by value, so that the number 12.5 is found in `12.50` and `"12.50"`.
 */
function keysOf(value: JsonValue): string[] {
  const number = isNumber(value) ? value : typeof value === 'string' ? numberIn(value) : undefined;
  return [normal(value), ...(number === undefined ? [] : [numberLine(number)])];
}

/** No text has this key, because texts are trimmed. */
const numberLine = (number: JsonNumber): string => ` ${numberKey(number)}`;

/** Minimum length of a value that is also searched inside longer values. */
const LOOKED_FOR = 4;

/** A run's facts, indexed by their values. */
export class FactIndex {
  readonly #lines = new Map<string, number[]>();
  readonly #texts: { readonly line: number; readonly text: string; readonly value: string }[] = [];

  constructor(readonly facts: readonly Fact[]) {
    for (const [at, { fact }] of facts.entries())
      for (const { value } of factValues(fact)) {
        if (typeof value === 'boolean' || value === null || value === '') continue;
        for (const one of keysOf(value)) {
          const known = this.#lines.get(one) ?? [];
          if (known.at(-1) !== at + 1) known.push(at + 1);
          this.#lines.set(one, known);
        }
        const key = normal(value);
        if (typeof value === 'string' && /\s/.test(key)) this.#texts.push({ line: at + 1, text: key, value });
      }
  }

  /** The line, from 1, of the first fact of these tools that has the value; undefined if there is none. */
  find(value: JsonValue, tools: readonly string[]): number | undefined {
    if (typeof value === 'boolean' || isNested(value) || value === null || value === '') return undefined;
    const key = normal(value);
    const exact = this.#lines
      .get(isNumber(value) ? numberLine(value) : key)
      ?.find((line) => this.#isOf(line, tools));
    if (exact !== undefined || key.length < LOOKED_FOR) return exact;
    return this.#texts.find(
      ({ line, text, value: whole }) => text.includes(key) && this.#isOf(line, tools) && isSaid(value, whole),
    )?.line;
  }

  #isOf(line: number, tools: readonly string[]): boolean {
    const { tools: of = [] } = this.facts[line - 1] ?? {};
    return of.length === 0 || of.some((tool) => tools.includes(tool));
  }
}

export const NO_FACTS = new FactIndex([]);
