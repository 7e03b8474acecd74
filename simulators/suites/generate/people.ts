import { base, en, Faker } from '@faker-js/faker';
import { sha256Hex } from '../../../core/digest.js';
import type { JsonValue } from '../../../core/canonical.js';
import { DAY, parseDateTime } from '../strptime.js';

/** A person in the databases. */
export interface Person {
  readonly username: string;
  readonly name: string;
  readonly firstName: string;
  readonly email: string;
  /** From the range of numbers that are never assigned. */
  readonly phone: string;
  readonly password: string;
}

/** A meeting in each attendee's calendar, which mails, messages and reminders refer to. */
export interface Meeting {
  readonly id: string;
  readonly topic: string;
  readonly title: string;
  readonly organiser: Person;
  /** Including the organiser. */
  readonly attendees: readonly Person[];
  /** Milliseconds, in the form of `parseDateTime`. */
  readonly start: number;
  readonly end: number;
  readonly place: string;
}

/** People and their common activities: the plan that all generated databases follow. */
export interface PlannedPeople {
  readonly people: readonly Person[];
  readonly meetings: readonly Meeting[];
  /** The time of conversations over these databases. */
  readonly now: number;
  /** Random choices for one purpose, independent of other purposes' choices. */
  readonly faker: (purpose: string) => Faker;
}

const TOPICS = [
  'budget',
  'hiring plan',
  'office move',
  'product launch',
  'customer survey',
  'safety training',
  'summer party',
  'quarterly report',
  'new website',
  'travel policy',
  'team lunch',
  'research proposal',
] as const;
const FORMS = ['Review of the TOPIC', 'Planning: TOPIC', 'TOPIC: open questions', 'Kick-off TOPIC'] as const;
const PLACES = ['Room Birch', 'Room Cedar', 'Room Maple', 'Main hall', 'Corner café', 'Library'] as const;
const HOUR = DAY / 24;
/** Range of working days with meetings, relative to now. */
const FIRST_DAY = -4;
const LAST_DAY = 12;

/**
 * Plans people and their meetings.
 * @param count people, 2 to 5,000 @param now `YYYY-MM-DD HH:MM:SS`
 */
export function planPeople({
  seed,
  count,
  now,
}: {
  readonly seed: number;
  readonly count: number;
  readonly now: string;
}): PlannedPeople {
  const faker = (purpose: string): Faker => {
    const digest = sha256Hex(JSON.stringify([seed, purpose]));
    const own = new Faker({ locale: [en, base] });
    own.seed([Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16)]);
    return own;
  };
  const people = planned(faker('people'), count);
  const moment = parseDateTime(now);
  return { people, meetings: meetingsOf(faker('meetings'), people, moment), now: moment, faker };
}

function planned(faker: Faker, count: number): readonly Person[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const firstName = faker.person.firstName();
    const lastName = faker.person.lastName();
    const stem = `${firstName}${lastName.charAt(0)}`.toLowerCase().replaceAll(/[^a-z]/g, '');
    let username = stem;
    for (let number = 2; taken.has(username); number += 1) username = `${stem}${number}`;
    taken.add(username);
    return {
      username,
      name: `${firstName} ${lastName}`,
      firstName,
      email: `${username}@mail.example`,
      phone: `${200 + (Math.floor(index / 100) % 800)}-555-01${String(index % 100).padStart(2, '0')}`,
      password: `${faker.word.adjective()}-${faker.word.noun()}-${faker.number.int({ min: 10, max: 99 })}`,
    };
  });
}

/** Nobody attends two meetings at the same time. */
function meetingsOf(faker: Faker, people: readonly Person[], now: number): readonly Meeting[] {
  const today = Math.floor(now / DAY) * DAY;
  const busy = new Set<string>();
  const meetings: Meeting[] = [];
  for (let tries = 0; tries < people.length * 3; tries += 1) {
    const attendees = faker.helpers.arrayElements(people, { min: 2, max: Math.min(4, people.length) });
    const day = today + faker.number.int({ min: FIRST_DAY, max: LAST_DAY }) * DAY;
    const start = day + faker.number.int({ min: 9, max: 17 }) * HOUR;
    const topic = faker.helpers.arrayElement(TOPICS);
    const meeting: Meeting = {
      id: `${hex(faker, 8)}-${hex(faker, 4)}`,
      topic,
      title: sentence(faker.helpers.arrayElement(FORMS).replace('TOPIC', topic)),
      organiser: attendees[0] as Person,
      attendees,
      start,
      end: start + (faker.datatype.boolean() ? HOUR : HOUR / 2),
      place: faker.helpers.arrayElement(PLACES),
    };
    const slots = attendees.map(({ username }) => `${username} ${start}`);
    if (slots.some((slot) => busy.has(slot))) continue;
    for (const slot of slots) busy.add(slot);
    meetings.push(meeting);
  }
  return meetings.sort((a, b) => a.start - b.start);
}

/** Random lower-case hexadecimal digits. */
export const hex = (faker: Faker, length: number): string =>
  faker.string.hexadecimal({ length, casing: 'lower', prefix: '' });

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Rows by owner; owners in the order of the people. */
export const byOwner = (
  { people }: PlannedPeople,
  rows: (person: Person) => readonly (readonly [string, JsonValue])[],
): JsonValue =>
  Object.fromEntries(people.map((person) => [person.username, Object.fromEntries(rows(person))]));

/** The database of accounts; nobody is logged in. */
export const accountsOf = ({ people }: PlannedPeople): JsonValue =>
  Object.fromEntries(
    people.map(({ username, email, phone, name, password }) => [
      username,
      { username, email, phone, name, password, session_token: null },
    ]),
  );
