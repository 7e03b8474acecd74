import type { JsonValue } from '../../../core/canonical.js';
import { timestampOf } from '../strptime.js';
import { byOwner, type Meeting, type PlannedPeople } from './people.js';

const rowOf = ({ id, topic, title, attendees, start, end, place }: Meeting): JsonValue => ({
  event_id: id,
  name: title,
  event_type: 'meeting',
  start_time: timestampOf(start),
  end_time: timestampOf(end),
  location: place,
  description: `About the ${topic}.`,
  attendees: attendees.map(({ username }) => username),
});

/** Each meeting in the calendars of all its attendees. */
export const calendarsOf = (people: PlannedPeople): JsonValue =>
  byOwner(people, (person) =>
    people.meetings
      .filter(({ attendees }) => attendees.includes(person))
      .map((meeting) => [meeting.id, rowOf(meeting)]),
  );
