import pLimit, { type LimitFunction } from 'p-limit';

/** Limits this process's calls in flight per tool server. */
export class ToolLimits {
  readonly #servers = new Map<string, LimitFunction>();

  constructor(private readonly inFlight: number) {}

  /** Runs a call when the server has fewer calls in flight than allowed. */
  of<T>(server: string, run: () => Promise<T>): Promise<T> {
    const limit = this.#servers.get(server) ?? pLimit(this.inFlight);
    this.#servers.set(server, limit);
    return limit(run);
  }
}
