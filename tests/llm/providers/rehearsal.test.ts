import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { CallFailure, type ChatAnswer, type ChatRequest } from '../../../core/model-call.js';
import { modelConfigSchema, rehearsedRoles } from '../../../core/model-config.js';
import { rehearsalSettingsSchema, type RehearsalSettings, type StandIn } from '../../../core/rehearsal.js';
import { rehearsalProvider } from '../../../llm/providers/rehearsal.js';
import { readAnswer } from '../../../llm/structured-output/read-answer.js';

const NONE = { invalid: 0, refused: 0, filtered: 0, rateLimited: 0, lost: 0 };
const count = (text: string) => text.length;
const provider = (rates: Partial<RehearsalSettings> = {}) =>
  rehearsalProvider(rehearsalSettingsSchema.parse({ ...NONE, ...rates }), count);
const { signal } = new AbortController();

const schema = z.strictObject({ tool: z.string() });
const request: ChatRequest = {
  kind: 'chat',
  provider: 'rehearsal',
  model: 'gpt-x',
  sampling: {},
  messages: [{ role: 'user', text: 'Name a tool.' }],
  output: { name: 'tool', schema: {} },
};
const standIn: StandIn = (draw) => JSON.stringify({ tool: `Tool${draw.int(1, 1_000_000)}` });

/** How a call ends: what was read of its answer, or the kind of its failure. */
async function ending(asked: ReturnType<typeof provider>, key: string): Promise<string> {
  try {
    const { answer } = await asked.chat(request, { signal, rehearsed: { key, standIn } });
    const reading = readAnswer(answer, schema);
    return reading.ok ? 'ok' : reading.reason;
  } catch (error) {
    if (error instanceof CallFailure) return error.kind;
    throw error;
  }
}

async function endings(asked: ReturnType<typeof provider>, calls = 2_000): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let i = 0; i < calls; i++) {
    const ended = await ending(asked, `call ${i}`);
    counts.set(ended, (counts.get(ended) ?? 0) + 1);
  }
  return counts;
}

describe('a rehearsed call', () => {
  it('answers what the caller has for it, the same for the same key, another for another', async () => {
    const say = async (key: string): Promise<ChatAnswer> =>
      (await provider().chat(request, { signal, rehearsed: { key, standIn } })).answer;
    const first = await say('a');
    expect(first).toMatchObject({ finish: 'stop', model: 'gpt-x' });
    expect(first.usage).toMatchObject({ cachedInput: 0, output: first.text.length, reasoning: 0 });
    expect(first.usage.input).toBeGreaterThan('Name a tool.'.length);
    expect(await say('a')).toEqual(first);
    expect((await say('b')).text).not.toBe(first.text);
  });

  it('without anything of the caller’s says something of the last message', async () => {
    const { output: _, ...plain } = request;
    const say = () => provider().chat(plain, { signal, rehearsed: { key: 'a' } });
    const { answer } = await say();
    expect(answer.text).toContain('Name a tool.');
    expect((await say()).answer).toEqual(answer);
  });

  it('may call tools', async () => {
    const toolCalls = [{ id: 'call_1', name: 'FindInn', arguments: '{}' }];
    const rehearsed = { key: 'a', standIn: () => ({ text: '', toolCalls }) };
    const { answer } = await provider().chat(request, { signal, rehearsed });
    expect(answer).toMatchObject({ toolCalls, finish: 'tool calls' });
  });

  it('embeds a text as a unit vector', async () => {
    const asked = { kind: 'embedding', provider: 'rehearsal', model: 'e', text: 'find an inn' } as const;
    const { answer } = await provider().embed(asked, { signal, rehearsed: { key: 'a' } });
    expect(answer.vector.reduce((sum, part) => sum + part * part, 0)).toBeCloseTo(1, 2);
  });

  it('takes every branch at its rate, and the same one every time', async () => {
    const rates = { invalid: 0.1, refused: 0.05, filtered: 0.05, rateLimited: 0.1, lost: 0.05 };
    const found = await endings(provider(rates));
    expect(await endings(provider(rates))).toEqual(found);
    const share = (...kinds: string[]): number =>
      kinds.reduce((sum, kind) => sum + (found.get(kind) ?? 0), 0) / 2_000;
    expect(share('rate limited')).toBeCloseTo(0.1, 1);
    expect(share('connection lost')).toBeCloseTo(0.05, 1);
    for (const kind of ['refused', 'filtered'])
      expect(Math.abs(share(kind) - 0.85 * 0.05)).toBeLessThan(0.02);
    for (const way of ['answer cut off', 'not JSON', 'wrong schema'])
      expect(share(way)).toBeGreaterThan(0.01);
    expect(Math.abs(share('answer cut off', 'not JSON', 'wrong schema') - 0.085)).toBeLessThan(0.02);
  });

  it('that failed on the way goes on when it is sent again', async () => {
    const asked = provider({ rateLimited: 0.5, lost: 0.5 });
    expect([...(await endings(asked, 50)).keys()].sort()).toEqual(['connection lost', 'rate limited']);
    expect([...(await endings(asked, 50)).keys()]).toEqual(['ok']);
  });

  it('breaks no text that has no form', async () => {
    const { output: _, ...plain } = request;
    const { answer } = await provider({ invalid: 1 }).chat(plain, {
      signal,
      rehearsed: { key: 'a', standIn: () => 'as it is' },
    });
    expect(answer.text).toBe('as it is');
  });
});

describe('the configuration of rehearsals', () => {
  it.each([
    ['a rate above 1', { invalid: 1.1 }],
    ['a rate below 0', { lost: -0.1 }],
    ['more than all calls', { invalid: 0.6, refused: 0.5 }],
    ['more faults than calls', { rateLimited: 0.6, lost: 0.5 }],
    ['a branch that there is not', { exploded: 0.1 }],
  ])('refuses %s', (_, rehearsal) => {
    expect(modelConfigSchema.safeParse({ rehearsal }).success).toBe(false);
  });

  it('turns roles into rehearsed ones of the same models', () => {
    const { roles } = modelConfigSchema.parse({
      roles: {
        generator: { provider: 'openai', model: 'gpt-x', sampling: { maxTokens: 800 } },
        judge: { provider: 'anthropic', model: 'claude-x' },
      },
    });
    expect(rehearsedRoles(roles)).toEqual({
      generator: { provider: 'rehearsal', model: 'gpt-x', sampling: { maxTokens: 800 } },
      judge: { provider: 'rehearsal', model: 'claude-x', sampling: {} },
    });
  });
});
