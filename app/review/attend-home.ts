import { setTimeout as sleep } from 'node:timers/promises';
import { formatError, toErrorRecord } from '../../core/errors/benchwright-error.js';
import { runsInReview } from '../../store/review/undecided.js';
import type { Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import type { HookSubscription } from '../../store/review/webhook-fill.js';
import { superviseRun } from '../run/attend-run.js';
import { anyToTell, watchWebhooks } from './attend-webhooks.js';
import type { Context } from '../context.js';
import { SharedWorkers } from '../../worker/shared-workers.js';
import { shownPath, typed } from '../text/format.js';

/** Between two looks for runs that wait for people. */
const LOOK_MS = 2_000;
/** What failed (no engine to be had, no worker) is tried again after this time. */
const AGAIN_MS = 15_000;
/** Between two lines on how many items wait, where they only become fewer. */
const TELL_MS = 60_000;

/**
 * Sees to it that the runs of a home that wait for people go on when these have decided: the reserve follows what was
 * rejected, late items are handled, the export is written, webhooks are told. Engine and worker are there while there is such a
 * run or something to tell, and only then.
 *
 * @param signal ends it; returns when what it started has ended
 */
export async function watchHome(
  context: Context,
  store: Store,
  { hooks, signal }: { readonly hooks: readonly HookSubscription[]; readonly signal: AbortSignal },
): Promise<void> {
  const attending = new HomeWatcher(context, store, hooks, signal);
  while (!signal.aborted) {
    await attending.look();
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
  await attending.ended();
}

class HomeWatcher {
  readonly #workers: SharedWorkers;
  readonly #under = new Map<string, Promise<void>>();
  readonly #failures = new Map<string, string>();

  constructor(
    private readonly context: Context,
    private readonly store: Store,
    private readonly hooks: readonly HookSubscription[],
    private readonly signal: AbortSignal,
  ) {
    this.#workers = new SharedWorkers(context, store);
  }

  /** Takes on whatever is not attended yet. */
  async look(): Promise<void> {
    try {
      for (const { runId, name } of await runsInReview(this.store))
        this.#take(runId, () => this.#superviseRun(runId, name));
      // A run's worker tells them too, but it ends with the run.
      if (await anyToTell(this.store, this.hooks))
        this.#take('webhooks', () => {
          const how = { workers: this.#workers.lend(), signal: this.signal };
          return watchWebhooks(this.context, this.store, this.hooks, how);
        });
      this.#failures.delete('');
    } catch (error) {
      this.#tellFailure('', error); // the store does not answer just now
    }
  }

  async ended(): Promise<void> {
    await Promise.all(this.#under.values());
  }

  #take(what: string, attend: () => Promise<void>): void {
    if (this.#under.has(what)) return;
    const work = this.#untilItFails(what, attend).finally(() => this.#under.delete(what));
    this.#under.set(what, work);
  }

  async #untilItFails(what: string, attend: () => Promise<void>): Promise<void> {
    try {
      await attend();
      this.#failures.delete(what);
    } catch (error) {
      if (this.signal.aborted) return;
      this.#tellFailure(what, error);
      await sleep(AGAIN_MS, undefined, { signal: this.signal }).catch(() => undefined);
    }
  }

  async #superviseRun(runId: string, name: string): Promise<void> {
    const { terminal } = this.context;
    const waiting = new WaitingLines((line) => terminal.note(`${name}: ${line}`));
    const run = await superviseRun(this.context, this.store, runId, {
      workers: this.#workers.lend(),
      signal: this.signal,
      onWaiting: (undecided) => waiting.tell(undecided),
    });
    terminal.note(endingOf(run));
  }

  /** Says once what is tried again and again. */
  #tellFailure(what: string, error: unknown): void {
    const text = formatError(toErrorRecord(error));
    if ([...this.#failures.values()].includes(text)) return void this.#failures.set(what, text);
    this.#failures.set(what, text);
    this.context.terminal.note(
      `${text}\n  (the page works on; what waits for this is tried again by itself)`,
    );
  }
}

/** How an attended run ended, for people. */
function endingOf(run: Run): string {
  const { name, status, error } = run;
  if (status === 'finished')
    return `${name}: all decided, export written to ${shownPath(run.out)}\n  next: ${typed(`verify ${shownPath(run.out)}`)}`;
  if (error) return `${name}: ${formatError(error)}`;
  return `${name}: ${status}; ${typed(`resume ${name}`)} goes on with it`;
}

/** Says how many items wait: at first, when more have come, and else now and then. */
class WaitingLines {
  #seen: number | undefined;
  #told: number | undefined;
  #at = -Infinity;

  constructor(private readonly say: (line: string) => void) {}

  tell(undecided: number): void {
    const more = this.#seen !== undefined && undecided > this.#seen;
    this.#seen = undecided;
    const now = performance.now();
    const first = this.#told === undefined;
    if (undecided === 0 || (!first && !more && (undecided === this.#told || now - this.#at < TELL_MS)))
      return;
    this.#told = undecided;
    this.#at = now;
    this.say(
      `${undecided} ${undecided === 1 ? 'item waits' : 'items wait'}${more ? ', some of them new' : ''}`,
    );
  }
}
