import type { Limiter } from '../../../llm/limits/limiter.js';
import { replyOf } from './support.js';
import type { VirtualClock } from './virtual-clock.js';

export const asked = { tokens: 10, execution: 'first' };

/** Calls of a limiter with when they began, and how many were on the wire then. */
export class Watched {
  readonly began: number[] = [];
  inFlight = 0;
  most = 0;

  constructor(
    readonly clock: VirtualClock,
    readonly limiter: Limiter,
    readonly latencyMs = 200,
  ) {}

  call = async (answer: () => ReturnType<typeof replyOf> = replyOf): Promise<ReturnType<typeof replyOf>> => {
    this.began.push(this.clock.now());
    this.inFlight += 1;
    this.most = Math.max(this.most, this.inFlight);
    await this.clock.wait(this.latencyMs);
    this.inFlight -= 1;
    return answer();
  };

  run(answer?: () => ReturnType<typeof replyOf>, more: object = {}): Promise<unknown> {
    return this.limiter.run({ ...asked, ...more }, () => this.call(answer));
  }

  /** How many began in each span of time. */
  perSpan(ms: number): number[] {
    const counts: number[] = [];
    for (const at of this.began) counts[Math.floor(at / ms)] = (counts[Math.floor(at / ms)] ?? 0) + 1;
    return Array.from(counts, (count) => count ?? 0);
  }
}
