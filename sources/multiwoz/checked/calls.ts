import type { RecordedCall, TurnDoubt } from '../../../core/dialogue.js';
import type { Databases } from '../databases.js';
import type { WozExchange } from '../exchange.js';
import { DOMAINS } from '../services.js';
import { Bookings } from './bookings.js';
import { Memory, type Given } from './memory.js';
import { missedWishes } from './missed.js';
import { Names } from './names.js';
import { replyDoubts } from './replies.js';
import { searchDoubts, timeDoubts } from './search-doubts.js';
import { Searches } from './searches.js';

/** The calls of a turn, with doubts about them. */
export interface Decided {
  readonly calls: RecordedCall[];
  readonly doubts: TurnDoubt[];
  /** Values that the user gave in the turn. */
  readonly given: Given[];
}

/**
 * Decides calls by the rules in the documents (`documents.ts`) from the user's words and the annotated state, and
 * compares them with what the system did. If the two differ, the dialogue does not determine which is right, and the
 * turn is marked.
 */
export class CheckedCalls {
  readonly #memory: Memory;
  readonly #names: Names;
  readonly #searches: Searches;
  readonly #bookings: Bookings;
  #before: WozExchange['states'] = {};
  #at = 0;

  constructor(
    private readonly exchanges: readonly WozExchange[],
    databases: Databases,
  ) {
    this.#names = namesOf(databases);
    this.#memory = new Memory(this.#names);
    this.#searches = new Searches(this.#memory, databases, this.#names);
    this.#bookings = new Bookings(this.#memory, databases, this.#names);
  }

  /** Decides the next exchange. */
  next(): Decided {
    const exchange = this.exchanges[this.#at];
    if (!exchange) return { calls: [], doubts: [], given: [] };
    const turn = { exchange, before: this.#before, rest: this.exchanges.slice(this.#at) };
    this.#memory.hearUser(exchange);
    const booked = this.#bookings.next(turn);
    const searched = DOMAINS.map((domain) => this.#searches.next(domain, turn));
    const calls = [...searched.flatMap(({ call }) => call ?? []), ...booked.calls];
    const doubts = [
      ...searched.flatMap((one) => one.doubts),
      ...booked.doubts,
      ...DOMAINS.filter((domain) => calls.filter(({ service }) => service === domain).length > 1).map(
        (domain) => ({ check: 'search and booking at once', detail: domain }),
      ),
      ...searchDoubts(
        this.exchanges.slice(0, this.#at + 1),
        searched.flatMap(({ call }) => call ?? []),
      ),
      ...timeDoubts(exchange, calls),
      ...missedWishes(turn, this.#memory, this.#names),
      ...replyDoubts(turn, calls, this.#memory, this.#names),
    ];
    const given = this.#memory.given();
    this.#memory.hearSystem(exchange);
    this.#before = exchange.states;
    this.#at++;
    return { calls, doubts, given };
  }
}

/** Names are collected once per database. */
const gathered = new WeakMap<Databases, Names>();

/** The names of a database. */
export function namesOf(databases: Databases): Names {
  let names = gathered.get(databases);
  if (!names) gathered.set(databases, (names = new Names(databases)));
  return names;
}
