import { ownPart } from '../../core/own-part.js';
import type { SeededRandom } from '../../core/random.js';

/** What the user of a scenario knows. */
export interface Notes {
  readonly now: string;
  readonly you: {
    readonly username: string;
    readonly password: string;
    readonly email: string;
    readonly phone: string;
    readonly name: string;
    readonly verification_code?: string;
  };
  readonly loggedIn: boolean;
  readonly people: readonly { readonly username: string; readonly name: string; readonly email: string }[];
  readonly cities: readonly string[];
  /** Ids of the user's rows, in easy conversations. */
  readonly ids?: Readonly<Record<string, string>>;
}

type Arguments = Readonly<Record<string, string | readonly string[]>>;

interface Mock {
  readonly draw: SeededRandom;
  readonly planned: readonly string[];
  /** Whether the request should fail. */
  readonly wrong: boolean;
}

const DAY_MS = 86_400_000;
const NEW_PASSWORD = 'tall-river-77';
const TASKS = ['Water the plants', 'Return the books', 'Order a cake', 'Renew the passport'];
const TEXTS = ['See you there soon', 'The papers are ready', 'Please call me back', 'Thanks for the help'];

const day = (now: string, days: number): string =>
  new Date(Date.parse(`${now.slice(0, 10)}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
const pick = <T>(draw: SeededRandom, from: readonly T[]): T => from[draw.int(0, from.length - 1)] as T;
const clock = (draw: SeededRandom): string =>
  `${String(draw.int(6, 21)).padStart(2, '0')}:${pick(draw, ['00', '15', '30'])}:00`;

/** Arguments by tool; `?` stands for an id that the assistant has to find. */
const ARGUMENTS: Readonly<Record<string, (notes: Notes, mock: Mock) => Arguments>> = {
  AddAlarm: (_, { draw, wrong }) => ({ time: wrong ? '25:00:00' : clock(draw) }),
  DeleteAlarm: (_, { wrong }) => ({ alarm_id: wrong ? '0000-0000' : '?' }),
  FindAlarms: () => ({}),
  CreateEvent: ({ now, people }, { draw, wrong }) => {
    const date = day(now, draw.int(1, 9));
    const hour = draw.int(9, 16);
    return {
      name: `Walk with ${pick(draw, people).name}`,
      event_type: wrong ? 'party' : 'meeting',
      start_time: `${date} ${String(hour).padStart(2, '0')}:00:00`,
      end_time: `${date} ${String(hour + 1).padStart(2, '0')}:00:00`,
      attendees: [pick(draw, people).username],
    };
  },
  DeleteEvent: (_, { wrong }) => ({ event_id: wrong ? '00000000-0000' : '?' }),
  ModifyEvent: (_, { draw, wrong }) => ({
    event_id: wrong ? '00000000-0000' : '?',
    new_location: `Room ${draw.int(1, 90)}`,
  }),
  QueryCalendar: ({ now }, { wrong }) => ({
    start_time: `${day(now, wrong ? 9 : 0)} 00:00:00`,
    end_time: `${day(now, wrong ? 0 : 7)} 23:59:59`,
  }),
  SendEmail: ({ people }, { draw, wrong }) => ({
    to: [wrong ? 'nobody' : pick(draw, people).email],
    subject: pick(draw, TEXTS),
    body: `${pick(draw, TEXTS)}, and ${pick(draw, TEXTS)}`,
  }),
  SearchInbox: (_, { wrong }) => ({ query: 'invitation', ...(wrong ? { match_type: 'most' } : {}) }),
  SendMessage: ({ people }, { draw }) => ({
    receiver: pick(draw, people).username,
    message: pick(draw, TEXTS),
  }),
  SearchMessages: (_, { wrong }) => ({ query: 'the', ...(wrong ? { match_type: 'most' } : {}) }),
  AddReminder: ({ now }, { draw, wrong }) => ({
    task: pick(draw, TASKS),
    due_date: wrong ? 'soon' : `${day(now, draw.int(1, 9))} ${clock(draw)}`,
  }),
  CompleteReminder: (_, { wrong }) => ({ reminder_id: wrong ? '00-0000' : '?' }),
  DeleteReminder: (_, { wrong }) => ({ reminder_id: wrong ? '00-0000' : '?' }),
  CurrentWeather: ({ cities }, { draw, wrong }) => ({ location: wrong ? 'Atlantis' : pick(draw, cities) }),
  ForecastWeather: ({ cities }, { draw, wrong }) => ({ location: wrong ? 'Atlantis' : pick(draw, cities) }),
  HistoricWeather: ({ cities }, { draw, wrong }) => ({
    location: wrong ? 'Atlantis' : pick(draw, cities),
    month: pick(draw, ['March', 'June', 'October']),
  }),
  ChangePassword: ({ you }, { wrong }) => ({
    old_password: wrong ? 'forgotten' : you.password,
    new_password: NEW_PASSWORD,
  }),
  DeleteAccount: ({ you }, { planned }) => ({
    password: planned.includes('ChangePassword') ? NEW_PASSWORD : you.password,
  }),
  QueryUser: ({ people }, { draw }) => ({ username: pick(draw, people).username }),
  UpdateAccountInformation: ({ you }, { draw, wrong }) => ({
    password: wrong ? 'forgotten' : you.password,
    new_phone_number: `555-555-01${draw.int(10, 99)}`,
  }),
  UserLogin: ({ you }, { planned, wrong }) => ({
    username: you.username,
    password: wrong ? 'forgotten' : planned.includes('ResetPassword') ? NEW_PASSWORD : you.password,
  }),
  RegisterUser: ({ you }, { wrong }) => ({
    username: you.username,
    password: you.password,
    email: wrong ? 'nobody' : you.email,
    name: you.name,
    phone: you.phone,
  }),
  SendVerificationCode: ({ you }, { wrong }) => ({
    username: you.username,
    email: wrong ? 'nobody@mail.example' : you.email,
  }),
  ResetPassword: ({ you }, { wrong }) => ({
    username: you.username,
    verification_code: wrong ? '000000' : (you.verification_code ?? '000000'),
    new_password: NEW_PASSWORD,
  }),
  // A tool of the library suite, which is not ToolTalk's.
  SearchBooks: () => ({ words: 'the' }),
  BorrowBook: (_, { wrong }) => ({ book_id: wrong ? 'none' : '?' }),
  ReturnBook: (_, { wrong }) => ({ book_id: wrong ? 'none' : '?' }),
};

/** Arguments of a mock request, from what the user knows. */
export const rehearsedArguments = (tool: string, notes: Notes, mock: Mock): Arguments =>
  Object.fromEntries(
    Object.entries(ownPart(ARGUMENTS, tool)?.(notes, mock) ?? {}).map(([name, value]) => [
      name,
      value === '?' ? ownPart(notes.ids, name) || value : value,
    ]),
  );
