import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../core/canonical.js';
import {
  predictedCallsOfTurn,
  type ToolTalkCall,
  type ToolTalkConversation,
} from '../../../core/tooltalk/conversation.js';
import { probesOf } from '../../../transforms/tooltalk/scoring/probes.js';

const call = (api_name: string, parameters: Readonly<Record<string, JsonValue>>): ToolTalkCall => ({
  request: { api_name, parameters },
  response: { done: api_name },
  exception: null,
});
const failed = { ...call('SearchMail', { query: 'rent' }), response: null, exception: 'no such mail' };
const send = call('SendMessage', { session_token: 'ab-cd', receiver: 'amy', to: ['amy@b.example'] });
const add = call('AddAlarm', { time: '06:00:00', session_token: 'ab-cd' });
const GOLD = [[failed, send], [add]];
const CONVERSATION = {
  user: { username: 'ann' },
  metadata: { location: 'Bern', timestamp: '2023-09-11 09:00:00' },
  conversation: [
    { role: 'user', text: 'Write to Amy.' },
    { role: 'assistant', text: 'Done.', apis: GOLD[0] },
    { role: 'user', text: 'Wake me at six.' },
    { role: 'assistant', text: 'Good night.', apis: GOLD[1] },
    { role: 'user', text: 'Thanks.' },
    { role: 'assistant', text: 'Any time.' },
  ],
} as unknown as ToolTalkConversation;

const isAction = (tool: string): boolean => tool !== 'SearchMail';
const probed = () => new Map(probesOf(CONVERSATION, isAction));
/** Predicted calls of the assistant's turns. */
const callsOf = (name: string): ToolTalkCall[][] =>
  (probed().get(name)?.conversation ?? [])
    .filter(({ role }) => role === 'assistant')
    .map((turn) =>
      predictedCallsOfTurn(turn).map(({ request, response, exception }) => ({
        request,
        response,
        exception,
      })),
    );
const withParameters = (of: ToolTalkCall, more: Readonly<Record<string, JsonValue>>): ToolTalkCall => ({
  ...of,
  request: { ...of.request, parameters: { ...of.request.parameters, ...more } },
});

describe('a probe', () => {
  it('has predictions in every turn of the assistant, which end with its text, and nothing else changes', () => {
    for (const [name, { conversation, ...rest }] of probed()) {
      expect(rest, name).toEqual({ user: CONVERSATION.user, metadata: CONVERSATION.metadata });
      expect(conversation.map((turn) => ({ ...turn, predictions: undefined }))).toEqual(
        CONVERSATION.conversation.map((turn) => ({ ...turn, predictions: undefined })),
      );
      const ends = conversation.flatMap((turn) => (turn.role === 'user' ? [] : [turn.predictions?.at(-1)]));
      expect(ends).toEqual(
        ['Done.', 'Good night.', 'Any time.'].map((text) => ({ role: 'assistant', text })),
      );
      expect(conversation.some((turn) => turn.role === 'user' && 'predictions' in turn)).toBe(false);
    }
  });

  it.each<[string, ToolTalkCall[][]]>([
    ['no call', [[], [], []]],
    ['last call missing', [[failed, send], [], []]],
    ['an action twice', [[failed, send, send], [add], []]],
    ['a wrong argument', [[withParameters(failed, { query: '1999-01-01 00:00:00' }), send], [add], []]],
    ['another receiver', [[failed, withParameters(send, { receiver: 'somebody-else' })], [add], []]],
    ['reverse order', [[], [add], [send, failed]]],
    ['another user', [[failed, withParameters(send, { session_token: '00000000-0000-0000' })], [add], []]],
    [
      'an error instead of success',
      [[failed, { ...send, response: null, exception: 'Something went wrong.' }], [add], []],
    ],
    [
      'another tool',
      [
        [
          {
            ...failed,
            request: { ...failed.request, api_name: 'LogoutUser' },
            response: { status: 'success' },
          },
          send,
        ],
        [add],
        [],
      ],
    ],
  ])('changes one thing: %s', (name, expected) => expect(callsOf(name)).toEqual(expected));

  it('adds a lookup to the first turn', () => {
    const [first = [], ...others] = callsOf('a lookup more');
    expect(first.slice(0, 2)).toEqual(GOLD[0]);
    expect(first.slice(2).map(({ request }) => request.api_name)).toEqual(['CurrentWeather']);
    expect(first[2]).toMatchObject({
      response: null,
      exception: expect.stringContaining('nowhere') as string,
    });
    expect(others).toEqual([GOLD[1], []]);
  });

  it('changes an argument that is a list to another list, and never the session', () => {
    const one = {
      ...CONVERSATION,
      conversation: [
        { role: 'user', text: 'Hi.' },
        {
          role: 'assistant',
          text: 'Hi.',
          apis: [call('Login', { session_token: 'x' }), call('Mail', { session_token: 'x', to: ['a'] })],
        },
      ],
    } as unknown as ToolTalkConversation;
    const [, wrong] = probesOf(one).find(([name]) => name === 'a wrong argument') ?? [];
    expect(
      (wrong?.conversation ?? []).flatMap(predictedCallsOfTurn).map(({ request }) => request.parameters),
    ).toEqual([{ session_token: 'x' }, { session_token: 'x', to: ['nobody@nowhere.example'] }]);
  });

  it('takes a call without parameters as one that has none', () => {
    const mute = { ...call('Ping', {}), request: { api_name: 'Ping', parameters: null } };
    const one = {
      ...CONVERSATION,
      conversation: [{ role: 'assistant', text: 'Hi.', apis: [mute] }],
    } as unknown as ToolTalkConversation;
    for (const [name, { conversation }] of probesOf(one, () => false))
      if (['an action twice', 'a wrong argument', 'another receiver', 'another user'].includes(name))
        expect(conversation.flatMap(predictedCallsOfTurn), name).toEqual([
          { role: 'api', ...mute, metadata: null },
        ]);
  });
});
