import { CallFailure, type ChatAnswer, type Reply } from '../../../core/model-call.js';
import { seededRandom, type SeededRandom } from '../../../core/random.js';
import type { Clock } from '../../../llm/limits/clock.js';
import type { Leases } from '../../../llm/limits/leases.js';
import { Limiter } from '../../../llm/limits/limiter.js';
import { limitSettingsSchema, type LimitSettings } from '../../../core/model-limits.js';
import { nextUnits, type UnitRange } from '../../../store/limits.js';

/** Leases of a limit that nobody else uses, by the rules of the store. */
export function ownLeases(clock: Clock, limit: number): Leases {
  const leased = new Map<string, UnitRange>();
  return {
    permits: ({ keep, wanted }) =>
      Promise.resolve({ held: Math.max(keep, Math.min(limit, wanted)), share: Math.min(limit, wanted) }),
    pace: (resource, ask) => {
      const grant = nextUnits(leased.get(resource), clock.now(), ask);
      if ('to' in grant) leased.set(resource, grant);
      return Promise.resolve(grant);
    },
  };
}

export function limiterOf(
  clock: Clock,
  given: Partial<LimitSettings> = {},
  leases?: Leases,
  random: SeededRandom = seededRandom(7, 'jitter'),
): Limiter {
  const settings = limitSettingsSchema.parse(given);
  return new Limiter({
    scope: 'openai/small',
    settings,
    leases: leases ?? ownLeases(clock, settings.inFlight),
    clock,
    random,
  });
}

/** A reply with so many tokens used. */
export const replyOf = (tokens = 10, limits?: Reply['limits']): Reply<ChatAnswer> => ({
  answer: {
    kind: 'chat',
    text: 'ok',
    toolCalls: [],
    finish: 'stop',
    model: 'small',
    usage: { input: tokens, cachedInput: 0, output: 0, reasoning: 0 },
  },
  ...(limits && { limits }),
});

export const failed = (kind: CallFailure['kind'], details: CallFailure['details'] = {}): CallFailure =>
  new CallFailure(kind, `the server says ${kind}`, details);
