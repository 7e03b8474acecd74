import type { RecordedActs } from './record.js';
import type { WozAct } from './exchange.js';

/** Slots by the names that any version writes, lower-cased and without `book`; the others are called as they are. */
const SLOT_NAMES: Readonly<Record<string, string>> = {
  price: 'pricerange',
  addr: 'address',
  post: 'postcode',
  arrive: 'arriveBy',
  arriveby: 'arriveBy',
  leave: 'leaveAt',
  leaveat: 'leaveAt',
  depart: 'departure',
  dest: 'destination',
  id: 'trainID',
  trainid: 'trainID',
  ref: 'reference',
  car: 'type',
  fee: 'entrance_fee',
  entrancefee: 'entrance_fee',
  ticket: 'price',
  open: 'openhours',
  none: '',
};

/** Of trains, `Price` is the fare and `Time` how long it takes. */
const TRAIN_SLOTS: Readonly<Record<string, string>> = { price: 'price', time: 'duration' };

/** A slot's one name for all versions: `Price`, `pricerange`, `priceRange` and `hotel-pricerange` are `pricerange`. */
export function canonicalSlot(domain: string, recorded: string): string {
  const plain = recorded
    .toLowerCase()
    .replace(/^[a-z]+-/, '')
    .replace(/^book(?=people|day|stay|time)/, '')
    .replace(/[ _]/g, '');
  const own = domain === 'train' ? TRAIN_SLOTS[plain] : undefined;
  return own ?? SLOT_NAMES[plain] ?? plain;
}

/** Acts as a list, a slot each. */
export const actsOf = (recorded: RecordedActs): WozAct[] =>
  Object.entries(recorded).flatMap(([name, slots]) => {
    const [domain = '', act = ''] = name.split('-');
    const of = domain.toLowerCase();
    return slots.map(([slot, value]) => ({ domain: of, act, slot: canonicalSlot(of, slot), value }));
  });

/** What stands for no value. */
const EMPTY = new Set(['', 'not mentioned', 'none', '?']);
const ANY = /^(?:do ?n['o]?t ?care|do n't care|dontcare|any|doesn't matter|does n't matter)$/;

/** Values as the databases write them. */
const SPELLINGS: Readonly<Record<string, string>> = {
  center: 'centre',
  'centre of town': 'centre',
  'guest house': 'guesthouse',
  'guest houses': 'guesthouse',
  guesthouses: 'guesthouse',
  hotels: 'hotel',
  'swimming pool': 'swimmingpool',
  'concert hall': 'concerthall',
  'multiple sports': 'mutliple sports',
  'night club': 'nightclub',
};

/** Slots that ask whether something is there. */
const YES_OR_NO = new Set(['parking', 'internet']);
const TIMES = new Set(['leaveAt', 'arriveBy', 'time']);

/**
 * A value as calls write it: lower case as in the databases, times `05:00`, `dontcare` for any; empty where it stands
 * for none. Several that would all do are parted by `|`.
 */
export function canonicalValue(slot: string, recorded: string): string {
  // A state has every slot of every domain at every turn: most hold nothing, and of the others most are one value.
  if (recorded === '' || recorded === 'not mentioned') return '';
  if (!/[|<>]/.test(recorded)) return canonicalOne(slot, recorded);
  return [...new Set(recorded.split(/[|<>]/).map((value) => canonicalOne(slot, value)))]
    .filter((value) => value !== '')
    .join('|');
}

function canonicalOne(slot: string, recorded: string): string {
  const value = recorded
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ (?='|n't)/g, '');
  if (EMPTY.has(value)) return '';
  if (ANY.test(value)) return 'dontcare';
  if (slot === 'trainID') return value.toUpperCase();
  if (YES_OR_NO.has(slot)) return value === 'free' ? 'yes' : value;
  if (TIMES.has(slot)) return canonicalTime(value);
  return SPELLINGS[value] ?? value;
}

/** `5:00`, `0500` and `after 05:00` are `05:00`; words stay. */
function canonicalTime(value: string): string {
  const [, hours, minutes] = /\b(\d{1,2}):?(\d{2})\b/.exec(value) ?? [];
  return hours === undefined || minutes === undefined ? value : `${hours.padStart(2, '0')}:${minutes}`;
}

/** What spellings of a value have in common: "The Kettle 's Yard", "kettles yard" and "kettle yard". */
export const normalizedValue = (value: string): string =>
  value
    .toLowerCase()
    .replace(/^the /, '')
    .replace(/ ?'?s\b/g, '')
    .replace(/[^a-z0-9]/g, '');
