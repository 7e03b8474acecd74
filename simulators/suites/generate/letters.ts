import type { JsonValue } from '../../../core/canonical.js';
import { DAY, dayOf, timestampOf } from '../strptime.js';
import { byOwner, hex, type Meeting, type Person, type PlannedPeople } from './people.js';

const HOUR = DAY / 24;
const clock = (moment: number): string => timestampOf(moment).slice(11, 16);
const when = ({ start }: Meeting): string => `${dayOf(start)} at ${clock(start)}`;
const BRING = ['the latest figures', 'your notes', 'one open question', 'the draft', 'a list of names'];

/** A mail or message that a person was sent. */
interface Letter {
  readonly to: readonly Person[];
  readonly from: Person;
  readonly at: number;
  readonly subject: string;
  readonly body: string;
}

/** When a mail about a meeting was sent: some days before it, and not after now. */
const sentBefore = ({ start }: Meeting, now: number, days: number, hours: number): number =>
  Math.min(start - days * DAY, now - HOUR) - hours * HOUR - 17 * 60 * 1000;

/** The organiser's invitation, and a reply of an invited person. */
function lettersAbout(meeting: Meeting, people: PlannedPeople): readonly Letter[] {
  const faker = people.faker(`letters ${meeting.id}`);
  const { organiser, attendees, topic, title, place } = meeting;
  const guests = attendees.filter((person) => person !== organiser);
  const invited = sentBefore(meeting, people.now, 3, faker.number.int({ min: 6, max: 30 }));
  const guest = guests[0] as Person;
  const comes = faker.datatype.boolean({ probability: 0.7 });
  return [
    {
      to: guests,
      from: organiser,
      at: invited,
      subject: `Invitation: ${title}`,
      body: `Hello, we meet about the ${topic} on ${when(meeting)}, ${place}. Please bring ${faker.helpers.arrayElement(BRING)}. ${organiser.firstName}`,
    },
    {
      to: [organiser],
      from: guest,
      at: invited + faker.number.int({ min: 1, max: 5 }) * HOUR,
      subject: `Re: Invitation: ${title}`,
      body: comes
        ? `Thank you ${organiser.firstName}, I will be at ${place} on ${dayOf(meeting.start)}. My number is ${guest.phone}. ${guest.firstName}`
        : `Hello ${organiser.firstName}, I cannot come on ${dayOf(meeting.start)}. Could you tell me afterwards what was decided about the ${topic}? ${guest.firstName}`,
    },
  ];
}

/** Inboxes: invitations and answers to them, oldest first. */
export function inboxesOf(people: PlannedPeople): JsonValue {
  const faker = people.faker('inboxes');
  const letters = people.meetings
    .flatMap((meeting) => lettersAbout(meeting, people))
    .map((letter) => ({ ...letter, id: `${hex(faker, 2)}-${hex(faker, 4)}-${hex(faker, 8)}` }))
    .sort((a, b) => a.at - b.at);
  return byOwner(people, (person) =>
    letters
      .filter(({ to }) => to.includes(person))
      .map(({ id, at, from, to, subject, body }) => [
        id,
        {
          email_id: id,
          date: timestampOf(at),
          sender: from.email,
          receivers: to.map(({ email }) => email),
          subject,
          body,
        },
      ]),
  );
}

const MESSAGES = [
  (meeting: Meeting) =>
    `I will be ten minutes late on ${dayOf(meeting.start)}. Can you keep me a seat at ${meeting.place}?`,
  ({ topic }: Meeting) => `Did you see the latest numbers for the ${topic}? We should talk before we meet.`,
  ({ topic, attendees }: Meeting) =>
    `Those who decide about the ${topic} are ${attendees.map(({ name, username }) => `${name} (${username})`).join(', ')}.`,
  (meeting: Meeting) => `Are you coming on ${when(meeting)}? It is about the ${meeting.topic}.`,
];

/** Messages between attendees: from the organiser to each of the others. */
export function messagesOf(people: PlannedPeople): JsonValue {
  const faker = people.faker('messages');
  const messages = people.meetings.flatMap((meeting) =>
    meeting.attendees
      .filter((person) => person !== meeting.organiser)
      .map((to) => ({
        to,
        id: `${hex(faker, 8)}-${hex(faker, 8)}`,
        at: sentBefore(meeting, people.now, 0, faker.number.int({ min: 0, max: 20 })),
        from: meeting.organiser,
        message: faker.helpers.arrayElement(MESSAGES)(meeting),
      })),
  );
  messages.sort((a, b) => a.at - b.at);
  return byOwner(people, (person) =>
    messages
      .filter(({ to }) => to === person)
      .map(({ id, at, from, message }) => [
        id,
        { message_id: id, timestamp: timestampOf(at), sender: from.username, message },
      ]),
  );
}
