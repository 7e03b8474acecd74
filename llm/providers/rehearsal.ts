import { setTimeout as sleep } from 'node:timers/promises';
import {
  CallFailure,
  type CallOptions,
  type ChatAnswer,
  type ChatRequest,
  type Provider,
} from '../../core/model-call.js';
import type { ModelToolCall } from '../../core/model-tool-call.js';
import { seededRandom, type SeededRandom } from '../../core/random.js';
import type { RehearsalSettings, RehearsedCall } from '../../core/rehearsal.js';
import { inputTokens, type CountTokens } from '../cost/tokens.js';
import { lexicalVector } from '../embedders/lexical.js';
import { writeJson } from '../../core/json.js';

/** Mock 429s are short: waiting teaches nothing. */
const RETRY_AFTER_MS = 20;
const MILLION = 1_000_000;

type Said = Pick<ChatAnswer, 'text' | 'toolCalls' | 'finish' | 'refusal'>;

/**
 * Mock answers without model, network or key: the caller's `standIn`, else a text made from the last message. An answer
 * depends only on the ledger key, so it is the same in every run; failure branches occur at the set rates. Tokens are
 * counted here to approximate the sums of a real run.
 */
export function rehearsalProvider(settings: RehearsalSettings, count: CountTokens): Provider {
  /** Calls that already had their mock transport fault: a retry succeeds. */
  const faulted = new Set<string>();

  async function onTheWay({ signal, rehearsed }: CallOptions): Promise<RehearsedCall> {
    if (rehearsed === undefined) throw new Error('a rehearsed call has its key');
    if (settings.latencyMs > 0) await sleep(settings.latencyMs, undefined, { signal });
    if (faulted.delete(rehearsed.key)) return rehearsed;
    const fault = faultOf(settings, drawFor(rehearsed, 'fault'));
    if (fault === undefined) return rehearsed;
    faulted.add(rehearsed.key);
    throw fault;
  }

  return {
    kind: 'rehearsal',
    async chat(request, options) {
      const call = await onTheWay(options);
      const said = chatSaid(request, call, settings);
      const words = [said.text, ...said.toolCalls.flatMap((made) => [made.name, made.arguments])];
      const output = words.reduce((sum, text) => sum + count(text), 0);
      return {
        answer: {
          kind: 'chat',
          ...said,
          model: request.model,
          usage: { input: inputTokens(request, count), cachedInput: 0, output, reasoning: 0 },
        },
      };
    },
    async embed(request, options) {
      await onTheWay(options);
      const usage = { input: inputTokens(request, count), cachedInput: 0, output: 0, reasoning: 0 };
      return {
        answer: { kind: 'embedding', vector: lexicalVector(request.text), model: request.model, usage },
      };
    },
  };
}

const drawFor = ({ key }: RehearsedCall, purpose: string): SeededRandom =>
  seededRandom(0, 'rehearsal', key, purpose);

/** Draws a branch by its share of all calls; undefined for the rest. */
function branchOf<B>(
  branches: readonly (readonly [branch: B, share: number])[],
  draw: SeededRandom,
): B | undefined {
  const drawn = draw.int(0, MILLION - 1) / MILLION;
  let from = 0;
  for (const [branch, share] of branches) {
    from += share;
    if (drawn < from) return branch;
  }
  return undefined;
}

function faultOf({ rateLimited, lost }: RehearsalSettings, draw: SeededRandom): CallFailure | undefined {
  const branches = [
    ['rate limited', rateLimited],
    ['lost', lost],
  ] as const;
  switch (branchOf(branches, draw)) {
    case 'rate limited':
      return new CallFailure('rate limited', 'a rehearsed 429', {
        status: 429,
        retryAfterMs: RETRY_AFTER_MS,
      });
    case 'lost':
      return new CallFailure('connection lost', 'a rehearsed loss of the connection');
    default:
      return undefined;
  }
}

/** @throws CallFailure `filtered` */
function chatSaid(request: ChatRequest, call: RehearsedCall, settings: RehearsalSettings): Said {
  const branch = branchOf(
    [
      ['refused', settings.refused] as const,
      ['filtered', settings.filtered] as const,
      ['invalid', request.output === undefined ? 0 : settings.invalid] as const,
    ],
    drawFor(call, 'branch'),
  );
  if (branch === 'refused')
    return { text: '', toolCalls: [], finish: 'refused', refusal: 'I will not help with that (rehearsed).' };
  if (branch === 'filtered') throw new CallFailure('filtered', 'a rehearsed content filter', { status: 400 });
  const { text, toolCalls = [] } = standIn(request, call);
  return branch === 'invalid'
    ? { toolCalls: [], ...broken(text, drawFor(call, 'broken')) }
    : { text, toolCalls: [...toolCalls], finish: toolCalls.length > 0 ? 'tool calls' : 'stop' };
}

function standIn(
  request: ChatRequest,
  call: RehearsedCall,
): { readonly text: string; readonly toolCalls?: readonly ModelToolCall[] } {
  if (call.standIn === undefined) return { text: plainAnswer(request, drawFor(call, 'answer')) };
  const made = call.standIn(drawFor(call, 'answer'));
  return typeof made === 'string' ? { text: made } : made;
}

/** Malformed outputs as models produce them. */
function broken(text: string, draw: SeededRandom): Pick<Said, 'text' | 'finish'> {
  const [way] = draw.sample(['cut off', 'prose', 'another form'] as const, 1);
  if (way === 'cut off') return { text: text.slice(0, Math.ceil(text.length / 2)), finish: 'length' };
  if (way === 'prose') return { text: 'Of course! I am glad to help with that.', finish: 'stop' };
  return { text: writeJson({ 'rehearsed in another form': true }), finish: 'stop' };
}

const OPENINGS = ['On this:', 'I see.', 'Here is an answer to'] as const;
const WORDS = 20;

function plainAnswer(request: ChatRequest, draw: SeededRandom): string {
  const last = request.messages.at(-1)?.text ?? '';
  const words = last.split(/\s+/).filter((word) => word !== '');
  return [...draw.sample(OPENINGS, 1), ...words.slice(0, WORDS)].join(' ');
}
