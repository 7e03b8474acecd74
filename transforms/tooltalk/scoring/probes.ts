import {
  goldCallsOfTurn,
  type ToolTalkCall,
  type ToolTalkConversation,
} from '../../../core/tooltalk/conversation.js';
import { isPublishedAction } from '../../../core/tooltalk/tools.js';
import type { JsonValue } from '../../../core/canonical.js';
import { objectFrom } from '../../../core/json.js';

type Calls = readonly ToolTalkCall[];
/** Whether a call of a tool changes something. */
type IsAction = (tool: string) => boolean;
/** Wrong predictions made from a conversation's gold calls, turn by turn. */
type Probe = (turns: readonly Calls[], isAction: IsAction) => readonly Calls[];

/** Changes the first call that meets a condition. */
const changed =
  (
    wanted: (call: ToolTalkCall, isAction: IsAction) => boolean,
    change: (call: ToolTalkCall) => Calls,
  ): Probe =>
  (turns, isAction) => {
    let made = false;
    return turns.map((calls) =>
      calls.flatMap((call) => {
        if (made || !wanted(call, isAction)) return [call];
        made = true;
        return change(call);
      }),
    );
  };

const withParameters = (
  call: ToolTalkCall,
  change: (name: string, value: JsonValue) => JsonValue,
): ToolTalkCall => ({
  ...call,
  request: {
    ...call.request,
    parameters: objectFrom(
      Object.entries(call.request.parameters ?? {}).map(([name, value]) => [name, change(name, value)]),
    ),
  },
});

const last = (turns: readonly Calls[]): ToolTalkCall | undefined => turns.flat().at(-1);

/** A lookup that the user did not ask for. */
const EXTRA: ToolTalkCall = {
  request: { api_name: 'CurrentWeather', parameters: { location: 'nowhere in particular' } },
  response: null,
  exception: 'Location nowhere in particular not found in database',
};

/** Ten adversarial baselines by name. If a figure does not show them, the scorer cannot detect such errors. */
const PROBES: readonly (readonly [string, Probe])[] = [
  ['no call', (turns) => turns.map(() => [])],
  ['last call missing', (turns) => turns.map((calls) => calls.filter((call) => call !== last(turns)))],
  ['a lookup more', (turns) => turns.map((calls, at) => (at === 0 ? [...calls, EXTRA] : calls))],
  [
    'an action twice',
    changed(
      ({ request }, isAction) => isAction(request.api_name),
      (call) => [call, call],
    ),
  ],
  [
    'a wrong argument',
    changed(
      ({ request }) => Object.keys(request.parameters ?? {}).some((name) => name !== 'session_token'),
      (call) => {
        const name = Object.keys(call.request.parameters ?? {}).find((one) => one !== 'session_token');
        return [
          withParameters(call, (one, value) =>
            one !== name ? value : Array.isArray(value) ? ['nobody@nowhere.example'] : '1999-01-01 00:00:00',
          ),
        ];
      },
    ),
  ],
  [
    'another receiver',
    changed(
      ({ request }) => request.api_name === 'SendMessage',
      (call) => [withParameters(call, (name, value) => (name === 'receiver' ? 'somebody-else' : value))],
    ),
  ],
  ['reverse order', (turns) => [...turns].reverse().map((calls) => [...calls].reverse())],
  [
    'another user',
    changed(
      ({ request }) => 'session_token' in (request.parameters ?? {}),
      (call) => [
        withParameters(call, (name, value) => (name === 'session_token' ? '00000000-0000-0000' : value)),
      ],
    ),
  ],
  [
    'an error instead of success',
    changed(
      ({ exception }) => exception === null,
      (call) => [{ ...call, response: null, exception: 'Something went wrong.' }],
    ),
  ],
  [
    'another tool',
    changed(
      () => true,
      (call) => [
        { ...call, request: { ...call.request, api_name: 'LogoutUser' }, response: { status: 'success' } },
      ],
    ),
  ],
];

/** A conversation with the predictions of each baseline, by name. */
export const probesOf = (
  conversation: ToolTalkConversation,
  isAction: IsAction = isPublishedAction,
): readonly (readonly [string, ToolTalkConversation])[] => {
  const turns = conversation.conversation.filter(({ role }) => role === 'assistant').map(goldCallsOfTurn);
  return PROBES.map(([name, probe]) => {
    const predicted = probe(turns, isAction);
    let at = 0;
    return [
      name,
      {
        ...conversation,
        conversation: conversation.conversation.map((turn) => {
          if (turn.role === 'user') return turn;
          const calls = predicted[at++] ?? [];
          return {
            ...turn,
            predictions: [
              ...calls.map((call) => ({ role: 'api' as const, ...call, metadata: null })),
              { role: 'assistant' as const, text: turn.text },
            ],
          };
        }),
      },
    ] as const;
  });
};
