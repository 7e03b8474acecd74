import type { JsonValue } from '../../core/canonical.js';
import { ownPart } from '../../core/own-part.js';
import { putPart } from '../../core/own-record.js';
import type { SeededRandom } from '../../core/random.js';
import { rehearsedArguments, type Notes } from './rehearsed-arguments.js';
import type {
  AssistantInput,
  AssistantOutput,
  ScenariosInput,
  ScenariosOutput,
  UserInput,
  UserOutput,
} from './schemas.js';
import { isNested, parseJson, writeJson } from '../../core/json.js';

/** Account tools that make sense only before, or only after, all others, in order. */
const FIRST = ['SendVerificationCode', 'ResetPassword', 'RegisterUser', 'UserLogin'];
const LAST = ['ChangePassword', 'LogoutUser', 'DeleteAccount'];
/** Tools that are used only if a scenario requires them, because they exclude others. */
const RARE: ReadonlySet<string> = new Set([...FIRST, ...LAST]);
const CALLS = 5;

const rank = (tool: string): number => {
  const [first, last] = [FIRST.indexOf(tool), LAST.indexOf(tool)];
  return first >= 0 ? first - FIRST.length : last >= 0 ? last + 1 : 0;
};

/** Mock scenarios: the required tool with others of the suites, in an executable order. */
export const rehearseScenarios = (
  { names, tool, easy, count }: ScenariosInput,
  draw: SeededRandom,
): ScenariosOutput => ({
  scenarios: Array.from({ length: count }, (_, at) => {
    const scenario = `Situation ${draw.int(1, 1_000_000)}.${at}: a person wants things done, the last of them soon.`;
    if (easy) return { scenario, calls: [tool] };
    const others = names.filter((name) => name !== tool && !RARE.has(name));
    const login =
      FIRST.includes(tool) && tool !== 'RegisterUser' && tool !== 'UserLogin' ? ['UserLogin'] : [];
    const calls = [tool, ...login, ...draw.sample(others, CALLS)];
    while (calls.length < CALLS) calls.push(others[calls.length % others.length] ?? tool);
    return { scenario, calls: [...calls].sort((a, b) => rank(a) - rank(b)) };
  }),
});

/** Number of requests per ten that are wrong at first. */
const WRONG_OF_TEN = 1;

/** The mock user: asks for each planned tool in turn, with all its arguments. */
export function rehearseUserMessage(
  { planned, notes, transcript }: UserInput,
  draw: SeededRandom,
): UserOutput {
  const said = transcript.filter(({ speaker }) => speaker === 'person').length;
  const tool = planned[said];
  if (tool === undefined) return { message: '', done: true };
  const known = parseJson(notes) as Notes;
  const asks = (wrong: boolean): string => {
    const args = rehearsedArguments(tool, known, { draw, planned, wrong });
    const parts = Object.entries(args).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one: string) => `${name}=${one}`),
    );
    return `${tool}: ${parts.join('; ')}`;
  };
  const wrong = planned.length > 1 && draw.int(1, 10) <= WRONG_OF_TEN ? [asks(true)] : [];
  return { message: ['Please do this.', ...wrong, asks(false)].join('\n'), done: false };
}

/** Tools that find ids, with the list in their response. */
const FINDERS: Readonly<Record<string, { readonly tool: string; readonly args: Record<string, string> }>> = {
  alarm_id: { tool: 'FindAlarms', args: {} },
  reminder_id: { tool: 'GetReminders', args: {} },
  event_id: { tool: 'QueryCalendar', args: {} },
  book_id: { tool: 'SearchBooks', args: { words: 'the' } },
};

/** The mock assistant: executes the requests of the last message one by one, then reports the results. */
export function rehearseAssistant(input: AssistantInput): AssistantOutput {
  const { last, since, before, timestamp } = input;
  const requests = last.split('\n').slice(1).filter(Boolean);
  const finders = new Set(Object.values(FINDERS).map(({ tool }) => tool));
  let made = 0;
  const wanted = requests.map((line) => line.split(':')[0] ?? '');
  for (const { tool } of since)
    if (tool === wanted[made] && !(finders.has(tool) && wanted[made] !== tool)) made += 1;
  const request = requests[made];
  const done = since.at(-1);
  const reply = (text: string): AssistantOutput => ({ action: 'reply', tool: '', arguments: '{}', text });
  const saying = (): AssistantOutput =>
    reply(
      done === undefined
        ? 'There is nothing to do.'
        : done.exception === null
          ? `Done: ${since
              .map(({ response, exception }) => exception ?? writeJson(response))
              .join(' ')
              .slice(0, 1500)}`
          : `That failed: ${done.exception}`,
    );
  if (request === undefined) return saying();
  const tool = wanted[made] ?? '';
  const args = readArguments(request.slice(tool.length + 1));
  const missing = Object.entries(args).find(([, value]) => value === '?')?.[0];
  if (missing !== undefined) {
    const id = latestId(missing, [...before, ...since]);
    if (id === undefined) {
      const finder = ownPart(FINDERS, missing);
      if (finder === undefined || since.some((call) => call.tool === finder.tool)) return saying();
      const times = finder.tool === 'QueryCalendar' ? weekOf(timestamp) : finder.args;
      return { action: 'call', tool: finder.tool, arguments: writeJson(times), text: '' };
    }
    putPart(args, missing, id);
  }
  return { action: 'call', tool, arguments: writeJson(args), text: '' };
}

const weekOf = (timestamp: string): Record<string, string> => ({
  start_time: `${timestamp.slice(0, 10)} 00:00:00`,
  end_time: `${timestamp.slice(0, 10)} 23:59:59`,
});

/** Arguments of a request; those of lists are repeated. */
function readArguments(text: string): Record<string, string | string[]> {
  const args: Record<string, string | string[]> = {};
  for (const part of text.split(';')) {
    const [, name = '', value = ''] = /^\s*([a-z_]+)=([\s\S]*)$/.exec(part) ?? [];
    if (name === '') continue;
    const list = ['to', 'attendees', 'new_attendees'].includes(name);
    const there = ownPart(args, name);
    const next = list ? [...(Array.isArray(there) ? there : []), value.trim()] : value.trim();
    putPart(args, name, next);
  }
  return args;
}

/** The last id of a kind that a call returned and no call has used; for reminders, a pending one. */
function latestId(field: string, calls: AssistantInput['before']): string | undefined {
  const found: string[] = [];
  const collect = (value: JsonValue): void => {
    if (!isNested(value)) return;
    const row = value as Readonly<Record<string, JsonValue>>;
    const id = ownPart(row, field);
    if (typeof id === 'string' && ownPart(row, 'status') !== 'complete') found.push(id);
    Object.values(row).forEach(collect);
  };
  for (const { response } of calls) collect(response);
  const used = calls.filter(({ tool }) => /^(?:Delete|Complete)/.test(tool)).length;
  return [...new Set(found)].reverse()[used];
}
