import { textsIn, type JsonValue } from '../../../core/canonical.js';
import type { DialogueAct, DialogueTurn } from '../../../core/dialogue.js';
import type { ValueOrigin } from '../../../core/mtu-bench/item.js';

/** What has been said and found before a call, indexed by value; filled turn by turn. */
export class DialogueMemory {
  readonly #stated: Mention[] = [];
  readonly #offered: Mention[] = [];
  readonly #results: ResultValue[] = [];

  /** Takes in what the user says: known to the call of the same turn. */
  hearUser(index: number, turn: DialogueTurn): void {
    this.#stated.push(...mentions(index, turn.user.acts));
  }

  /** Takes in what the system says: known from the next turn on. */
  hearSystem(index: number, turn: DialogueTurn): void {
    // How many results there are is not a value that anybody hands on.
    this.#offered.push(
      ...mentions(
        index,
        turn.system.acts.filter(({ act }) => act !== 'INFORM_COUNT'),
      ),
    );
  }

  /** Takes in what a call gave. */
  keepResults(turn: number, tool: string, results: readonly Readonly<Record<string, JsonValue>>[]): void {
    const seen = new Set<string>();
    for (const result of results) {
      for (const [resultSlot, value] of Object.entries(result)) {
        const key = JSON.stringify([resultSlot, value]);
        if (seen.has(key)) continue;
        seen.add(key);
        this.#results.push({ turn, tool, resultSlot, value });
      }
    }
  }

  /**
   * Where an argument's value came from. Looked up in canonical values and earlier results, never by searching the
   * text: only 47 % of SGD's values stand literally in the user's words (formats/sources.md 1.3). A match under the
   * same slot name goes before one under another name, the latest before an earlier one.
   *
   * @param defaultValue the document's default, for optional parameters
   */
  originOf(parameter: string, value: JsonValue, defaultValue: string | undefined): ValueOrigin {
    if (Array.isArray(value)) return this.#originOfList(parameter, textsIn(value));
    const same = (m: Mention): boolean => m.slot === parameter && m.value === value;
    const any = (m: Mention): boolean => m.value === value;
    const stated = this.#stated.findLast(same);
    if (stated) return { kind: 'stated', turn: stated.turn, slot: stated.slot };
    // A call that leaves a default out does the same: no result has to be asked for it.
    if (value === defaultValue) return { kind: 'default' };
    const inherited = this.#results.findLast((r) => r.resultSlot === parameter && r.value === value);
    if (inherited) return this.#asInherited(inherited);
    const elsewhere = this.#stated.findLast(any);
    if (elsewhere) return { kind: 'stated', turn: elsewhere.turn, slot: elsewhere.slot };
    // Under another name, a number or a yes/no is more likely to be equal by chance than to be handed on.
    const across = isTelling(value) ? this.#results.findLast((r) => r.value === value) : undefined;
    if (across) return this.#asInherited(across);
    const offered = this.#offered.findLast(same) ?? this.#offered.findLast(any);
    if (offered) return { kind: 'offered', turn: offered.turn, slot: offered.slot };
    return { kind: 'unknown' };
  }

  /**
   * A list is stated when the user states parts of it and earlier results hold the others: the option of an order that
   * was asked for, under the id that the menu gave it.
   */
  #originOfList(parameter: string, parts: readonly string[]): ValueOrigin {
    const stated = this.#stated.filter(({ slot, value }) => slot === parameter && parts.includes(value));
    const last = stated.at(-1);
    const known = (part: string): boolean =>
      stated.some(({ value }) => value === part) ||
      this.#results.some((result) => textsIn(result.value).includes(part));
    return last && parts.every(known)
      ? { kind: 'stated', turn: last.turn, slot: parameter }
      : { kind: 'unknown' };
  }

  #asInherited({ turn, tool, resultSlot, value }: ResultValue): ValueOrigin {
    const said = [this.#offered, this.#stated].some((mentioned) => mentioned.some((m) => m.value === value));
    return { kind: 'inherited', turn, tool, resultSlot, said };
  }
}

interface Mention {
  readonly turn: number;
  readonly slot: string;
  readonly value: string;
}

interface ResultValue {
  readonly turn: number;
  readonly tool: string;
  readonly resultSlot: string;
  readonly value: JsonValue;
}

const mentions = (turn: number, acts: readonly DialogueAct[]): Mention[] =>
  acts.flatMap((act) => act.canonicalValues.map((value) => ({ turn, slot: act.slot, value })));

/** A number or a yes/no under another name is more likely to be equal by chance than to be handed on. */
export const isTelling = (value: JsonValue): boolean =>
  typeof value === 'string' && !/^(\d{1,2}|True|False)$/.test(value);
