import { ownPart } from '../../../core/own-part.js';

/** Words in the labels of ATIS that a person would not use in the name of a slot. */

const PLACES: Readonly<Record<string, string>> = {
  fromloc: 'departure',
  toloc: 'destination',
  stoploc: 'stopover',
};
const EVENTS: Readonly<Record<string, string>> = { depart: 'departure', arrive: 'arrival', return: 'return' };
const PARTS: Readonly<Record<string, string>> = {
  'date relative': 'date',
  'day name': 'weekday',
  'day number': 'day',
  'month name': 'month',
  'today relative': 'day',
  year: 'year',
  time: 'time',
  'time relative': 'time',
  'start time': 'earliest time',
  'end time': 'latest time',
  'period mod': 'time of day',
  'period of day': 'time of day',
};
const ALONE: Readonly<Record<string, string>> = {
  'city name': 'city',
  'airport name': 'airport',
  'airline name': 'airline',
  'day name': 'weekday',
  'period of day': 'time of day',
  'cost relative': 'price level',
  'class type': 'class',
  'flight stop': 'number of stops',
  'flight mod': 'kind of flight',
  mod: 'kind',
  or: 'choice',
  connect: 'connection',
  economy: 'fare class',
};

/** `fromloc_city_name` is the "departure city", `arrive_time_period_of_day` the "time of day of arrival". */
export function labelWords(words: readonly string[]): string | undefined {
  const [first = '', second = '', ...rest] = words;
  const place = ownPart(PLACES, first);
  if (place !== undefined) return [place, ...words.slice(1).filter((word) => word !== 'name')].join(' ');
  const part = ownPart(PARTS, rest.join(' '));
  const event = ownPart(EVENTS, first);
  if (event !== undefined && part !== undefined && (second === 'date' || second === 'time'))
    return `${part} of ${event}`;
  return ownPart(ALONE, words.join(' '));
}
