import { sha256Hex } from '../../../core/digest.js';
import type { Arrived } from './asked.js';

/** What goes wrong, or is slow, with one request. */
export type Misbehaviour =
  | { readonly kind: 'late'; readonly ms: number }
  /** 429 with the wait: seconds, a date, or OpenAI's `retry-after-ms`; nothing by default. */
  | {
      readonly kind: 'rate limited';
      readonly retryAfter?:
        | { readonly seconds: number }
        | { readonly dateInMs: number }
        | { readonly ms: number };
    }
  /** 529 at Anthropic, 503 at OpenAI. */
  | { readonly kind: 'overloaded'; readonly retryAfterSeconds?: number }
  | { readonly kind: 'server error'; readonly status?: number }
  | { readonly kind: 'reset before billing' | 'reset after billing' }
  /** No answer at all; the answer's head without its body. */
  | { readonly kind: 'hangs' | 'body stalls' }
  /**
   * Half the body, then the connection ends; a whole answer whose JSON lacks its second half; a page of HTML; a whole
   * answer with no choice in it.
   */
  | { readonly kind: 'body cut off' | 'body truncated' | 'web page' | 'no choices' }
  /** A byte order mark and blank lines before a whole answer. */
  | { readonly kind: 'padded body' }
  /**
   * What the model itself does: JSON without its end, JSON of another schema, JSON in fences, and so on. `half answer`:
   * it breaks down in the middle, and the finish reason says so.
   */
  | {
      readonly kind:
        | 'truncated json'
        | 'wrong schema'
        | 'fenced json'
        | 'refusal'
        | 'empty'
        | 'filtered answer'
        | 'half answer';
    }
  | { readonly kind: 'content filter' | 'rejected' | 'bad key' | 'forbidden' | 'unknown model' | 'no credit' }
  | { readonly kind: 'payment required' }
  /** Only in batches: the row was not reached in time. */
  | { readonly kind: 'expires' };

export interface Rule {
  readonly do: Misbehaviour;
  /** Which requests it is about; by default all. */
  readonly when?: (asked: Arrived) => boolean;
  /** Which of those, counted from 1; by default all. */
  readonly nth?: readonly number[];
  /** Only the first so many of each content. */
  readonly firstOfEach?: number;
  /** By chance: drawn from the seed, the content and how often it was asked, so in no order of arrival. */
  readonly chance?: { readonly share: number; readonly seed: number };
}

/** The rules of one server in order; the first that holds decides. */
export class Script {
  readonly #met = new Map<Rule, number>();

  constructor(readonly rules: readonly Rule[]) {}

  next(asked: Arrived): Misbehaviour | undefined {
    let chosen: Misbehaviour | undefined;
    // Every rule counts what it is about, also when an earlier one decides.
    this.rules.forEach((rule, index) => {
      if (rule.when?.(asked) === false) return;
      const number = (this.#met.get(rule) ?? 0) + 1;
      this.#met.set(rule, number);
      if (chosen === undefined && this.#holds(rule, index, number, asked)) chosen = rule.do;
    });
    return chosen;
  }

  #holds(rule: Rule, index: number, number: number, asked: Arrived): boolean {
    if (rule.nth?.includes(number) === false) return false;
    if (rule.firstOfEach !== undefined && asked.before >= rule.firstOfEach) return false;
    return rule.chance === undefined || draw(rule.chance.seed, index, asked) < rule.chance.share;
  }
}

function draw(seed: number, rule: number, asked: Arrived): number {
  const digest = sha256Hex(JSON.stringify([seed, rule, asked.content, asked.before]));
  return Number.parseInt(digest.slice(0, 8), 16) / 2 ** 32;
}
