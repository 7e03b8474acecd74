import pLimit, { type LimitFunction } from 'p-limit';

/** Keeps the calls of one process to each server of tools to a number in flight. */
export class ToolLimits {
  readonly #servers = new Map<string, LimitFunction>();

  constructor(private readonly inFlight: number) {}

  /** Runs something as soon as fewer than that are under way to the server. */
  of<T>(server: string, run: () => Promise<T>): Promise<T> {
    const limit = this.#servers.get(server) ?? pLimit(this.inFlight);
    this.#servers.set(server, limit);
    return limit(run);
  }
}
