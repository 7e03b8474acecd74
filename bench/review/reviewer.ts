import { setTimeout as sleep } from 'node:timers/promises';
import type { Claimed } from '../../core/review/item-requests.js';

/** How long somebody works: so fast, and until when. */
export interface Shift {
  /** Milliseconds between two decisions of theirs; absent: none. */
  readonly every?: number;
  /** Milliseconds of the shift. */
  readonly until?: number;
  readonly enough?: () => boolean;
}

/** A person at the queue who approves, over HTTP, and tries again with the same key whatever happens on the way. */
export class BenchReviewer {
  /** Milliseconds that claims and decisions took, where the server was there. */
  readonly next: number[] = [];
  readonly submit: number[] = [];
  /** Keys of decisions of which the server said that they are recorded. */
  readonly recorded = new Set<string>();
  #acts = 0;

  constructor(
    private readonly name: string,
    private readonly token: string,
    private readonly queue: string,
  ) {}

  async work(url: string, { every = 0, until = Infinity, enough = () => false }: Shift): Promise<void> {
    const began = performance.now();
    // Not all at once: people come as they come.
    if (every > 0) await sleep((every * Number(this.name.slice(1))) / 20);
    while (performance.now() - began < until && !enough()) {
      const turn = performance.now();
      if (!(await this.#one(url))) return;
      if (every > 0) await sleep(Math.max(0, every - (performance.now() - turn)));
    }
  }

  async #one(url: string): Promise<boolean> {
    const claimed = await this.#post<Claimed>(url, 'claim', {}, this.next);
    if (!claimed || 'none' in claimed) return claimed === undefined;
    const { item, claim } = claimed;
    const key = `${this.name}-${String(this.#acts++).padStart(8, '0')}`;
    const { visit, version } = item;
    const body = { key, token: claim.token, visit, version, verdict: 'approve' };
    if (await this.#post(url, `items/${item.itemId}/decide`, body, this.submit)) this.recorded.add(key);
    return true;
  }

  /** @returns undefined where the server refused it */
  async #post<T>(url: string, path: string, body: object, took: number[]): Promise<T | undefined> {
    for (;;) {
      const began = performance.now();
      try {
        const answer = await fetch(`${url}api/queues/${this.queue}/${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        const said = (await answer.json()) as T;
        took.push(performance.now() - began);
        return answer.ok ? said : undefined;
      } catch {
        await sleep(100);
      }
    }
  }
}

/** The value that so many are not above, in whole milliseconds. */
export function percentile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return String(Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0));
}
