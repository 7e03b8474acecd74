import { expect, it } from 'vitest';
import { FINISH, type ToolDocument } from '../../../core/tooleyes/library.js';
import type { Turn } from '../../../core/tooleyes/trajectory.js';
import { trajectoryFindings } from '../../../transforms/tooleyes/findings.js';

const text = { type: 'string', description: 'x' };
const TOOLS: ToolDocument[] = [
  {
    name: 'find_storm',
    description: 'Finds storms.',
    parameters: {
      type: 'object',
      properties: { city: text, day: text, unit: text },
      required: ['city', 'day'],
    },
  },
];
const turn = (action?: string, input?: string): Turn => ({
  text: 'Thought: …',
  ...(action !== undefined && { action }),
  ...(input !== undefined && { input }),
  reply: { kind: 'observation', text: '' },
});
const found = (...turns: Turn[]) => trajectoryFindings(turns, 'finished', TOOLS);

it('a trajectory in which all calls are as documented has no finding', () => {
  expect(
    found(turn('find_storm', "{'city': 'Bern', 'day': 'today'}"), turn(FINISH, 'no dictionary')),
  ).toEqual([]);
});

it('each turn says what is wrong with it, at its place', () => {
  expect(
    found(
      turn(),
      turn('find_storm', 'Bern'),
      turn('find_storm', "['Bern']"),
      turn('find_storm'),
      turn('find_rain', '{}'),
      turn('find_storm', "{'unit': 'K', 'place': 'Bern', 'hour': '6'}"),
      turn('find_storm', "{'city': 'Bern'}"),
    ),
  ).toEqual([
    { kind: 'no thought', path: 'turns.0', text: 'the message lacks a keyword' },
    ...[1, 2, 3].map((at) => ({
      kind: 'unreadable input',
      path: `turns.${at}`,
      text: 'its Action Input is no dictionary',
    })),
    { kind: 'unknown tool', path: 'turns.4', text: 'find_rain is not documented' },
    { kind: 'parameter missing', path: 'turns.5', text: 'find_storm lacks city, day' },
    { kind: 'unknown parameter', path: 'turns.5', text: 'find_storm has no place, hour' },
    { kind: 'parameter missing', path: 'turns.6', text: 'find_storm lacks day' },
  ]);
});

it('one that did not finish has no answer, which is found at its last turn', () => {
  const good = turn('find_storm', "{'city': 'Bern', 'day': 'today'}");
  for (const ending of ['too many turns', 'error'] as const)
    expect(trajectoryFindings([turn(), good], ending, TOOLS)).toEqual([
      { kind: 'no thought', path: 'turns.0', text: 'the message lacks a keyword' },
      { kind: 'no answer', path: 'turns.1', text: `it ended by ${ending}` },
    ]);
});
