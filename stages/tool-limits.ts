import pLimit, { type LimitFunction } from 'p-limit';
import { ToolCredentials } from './tool-credentials.js';
import { ToolOutages } from './tool-outages.js';

/** Default number of consecutive failed calls that count as an outage. */
const OUTAGE_CALLS = 5;

/**
 * Limits this process's calls in flight per tool server, and tracks which servers answer and accept their credentials.
 */
export class ToolLimits {
  readonly #servers = new Map<string, LimitFunction>();
  readonly outages: ToolOutages;
  readonly credentials = new ToolCredentials();

  constructor(
    private readonly inFlight: number,
    outageCalls = OUTAGE_CALLS,
  ) {
    this.outages = new ToolOutages(outageCalls);
  }

  /** Runs a call when the server has fewer calls in flight than allowed. */
  of<T>(server: string, run: () => Promise<T>): Promise<T> {
    const limit = this.#servers.get(server) ?? pLimit(this.inFlight);
    this.#servers.set(server, limit);
    return limit(run);
  }
}
