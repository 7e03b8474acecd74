import { canonicalJson } from '../../../core/canonical.js';
import { ownPart } from '../../../core/own-part.js';
import type { DomainState, WozAct } from '../exchange.js';
import type { Turn } from './turn.js';

type Entry = Readonly<Record<string, string>>;

/** The outcome of a booking by the system. */
export interface Outcome {
  /** Undefined if it failed. */
  readonly result?: Entry;
  /** What the reply says about the booking. */
  readonly reported: Entry;
}

const BOOKED = new Set(['Book', 'OfferBooked']);

/**
 * What the system booked in a turn, according to its reply and the state: a reference, phone number or act that reports
 * it, even if the state has the booking only later.
 */
export function outcomeOf(domain: string, turn: Turn): Outcome | undefined {
  const { utterance, acts } = turn.exchange.system;
  const reported = Object.fromEntries(
    acts
      .filter((act) => isOf(domain, act, turn) && BOOKED.has(act.act) && act.slot !== '')
      .map(({ slot, value }) => [slot, value]),
  );
  const later = laterEntries(domain, turn).find(({ reference, phone }) =>
    [reference, phone].some((id) => id !== undefined && id !== '' && utterance.includes(id)),
  );
  const newly = newlyBooked(ownPart(turn.exchange.states, domain), ownPart(turn.before, domain));
  if (later ?? newly) return { result: { ...(later ?? newly) }, reported };
  if (acts.some((act) => act.act === 'NoBook') && isDiscussed(domain, turn)) return { reported };
  const isReported = acts.some((act) => isOf(domain, act, turn) && BOOKED.has(act.act));
  const car = domain === 'taxi' ? acts.filter((act) => act.domain === 'taxi' && act.act === 'Inform') : [];
  const ride = Object.fromEntries(car.map(({ slot, value }) => [slot, value]));
  if (isReported || ride['type'] !== undefined || ride['phone'] !== undefined) {
    const entry = laterEntries(domain, turn)[0] ?? (isReported ? reported : ride);
    return { result: entry, reported };
  }
  return undefined;
}

/** Bookings that the state contains from this turn on. */
function laterEntries(domain: string, { rest, before }: Turn): Entry[] {
  const known = new Set((ownPart(before, domain)?.booked ?? []).map((entry) => canonicalJson(entry)));
  return rest
    .flatMap(({ states }) => ownPart(states, domain)?.booked ?? [])
    .filter((entry) => !known.has(canonicalJson(entry)));
}

function newlyBooked(now: DomainState | undefined, then: DomainState | undefined): Entry | undefined {
  const entry = now?.booked?.at(-1);
  if (entry === undefined) return undefined;
  return canonicalJson(now?.booked ?? []) === canonicalJson(then?.booked ?? []) ? undefined : entry;
}

/** `Booking-…` acts belong to the domain that is discussed. */
const isOf = (domain: string, act: WozAct, turn: Turn): boolean =>
  act.domain === domain || (act.domain === 'booking' && isDiscussed(domain, turn));

/**
 * Restaurants and hotels share their booking acts: they belong to the domain whose booking the turn changes, or
 * otherwise mentions.
 */
function isDiscussed(domain: string, { exchange, before }: Turn): boolean {
  if (domain !== 'restaurant' && domain !== 'hotel') return false;
  const other = domain === 'hotel' ? 'restaurant' : 'hotel';
  const [own, others] = [domain, other].map((one) => {
    const [now, then] = [exchange.states, before].map((states) => ownPart(states, one));
    return canonicalJson(now?.book ?? {}) !== canonicalJson(then?.book ?? {});
  });
  if (own !== others) return own === true;
  const spoken = [...exchange.user.acts, ...exchange.system.acts].map((act) => act.domain);
  if (spoken.includes(domain) !== spoken.includes(other)) return spoken.includes(domain);
  const booked = (one: string): boolean => Object.keys(ownPart(exchange.states, one)?.book ?? {}).length > 0;
  return booked(domain) && (!booked(other) || domain === 'restaurant');
}
