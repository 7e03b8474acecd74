/** A call that failed. */
export interface FailedCall {
  /** Names the dialogue: calls of one dialogue to one API count once. */
  readonly item: string;
  readonly api: string;
  /** How many APIs of the server the dialogue may call. */
  readonly apis: number;
  /** `performance.now()` when it was first sent. */
  readonly sinceMs: number;
  /** Whether the failure is one of the whole server: it was not reached, or says that it is too busy. */
  readonly ofServer: boolean;
}

/**
 * Notes for each server whether it answers, in one worker. One slow or broken tool is no reason to stop a run; a server
 * is out of order if it cannot be reached, or if calls of several dialogues, and of several APIs where it has them, fail
 * one after the other without an answer in between.
 */
export class ToolOutages {
  readonly #servers = new Map<string, { answeredMs: number; failed: Map<string, string> }>();

  /** @param calls failed calls in a row that are an outage */
  constructor(private readonly calls: number) {}

  answered(server: string): void {
    const there = this.#of(server);
    there.answeredMs = performance.now();
    there.failed.clear();
  }

  /** @returns whether the server is out of order; it then counts from the beginning, so that a resumed run gets further */
  failed(server: string, { item, api, apis, sinceMs, ofServer }: FailedCall): boolean {
    const there = this.#of(server);
    if (there.answeredMs >= sinceMs) return false;
    if (ofServer) return true;
    there.failed.set(`${item}\n${api}`, api);
    const several = Math.min(2, apis);
    if (there.failed.size < this.calls || new Set(there.failed.values()).size < several) return false;
    there.failed.clear();
    return true;
  }

  #of(server: string) {
    const there = this.#servers.get(server) ?? { answeredMs: -Infinity, failed: new Map<string, string>() };
    this.#servers.set(server, there);
    return there;
  }
}
