import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import type { Store } from '../store/store.js';
import { livingWorkers } from '../store/workers.js';
import { PROGRAM, type Context } from './context.js';

/** Starts in a row that may fail without any worker having come up, before the command gives up. */
const STARTS = 6;
/** A worker that lived this long came up; its death does not count as a failed start. */
const CAME_UP_MS = 15_000;
const STOP_MS = 8_000;

/**
 * Keeps a worker's memory flat: by default V8 lets garbage pile up as long as the machine has room, so the peak grew by
 * a fifth from 60 to 240 MB of corpus. No hard limit is set; times stayed within the noise (docs/decisions.md, D7).
 */
const FLAT_MEMORY = {
  flags: ['--heap-growing-percent=60', '--max-semi-space-size=16'],
  env: { MALLOC_ARENA_MAX: '2' },
};

/** Keeps a worker there while a command needs one: its own child unless another worker serves the store. */
export class WorkerChild {
  #child: ChildProcess | undefined;
  #startedAt = 0;
  #failedStarts = 0;

  constructor(
    private readonly context: Context,
    private readonly store: Store,
  ) {}

  /**
   * Starts a worker if none lives. Called again and again while the command waits.
   * @throws WORKER_UNAVAILABLE when it dies at every start
   */
  async ensure(): Promise<void> {
    if (this.#child) return;
    if ((await livingWorkers(this.store)).length > 0) return;
    if (this.#failedStarts >= STARTS) {
      throw new BenchwrightError('WORKER_UNAVAILABLE', {
        expected: 'a worker process that stays up',
        found: `it ended ${STARTS} times within ${CAME_UP_MS / 1000} s of its start`,
        where: this.#log(),
        next: 'Look at the end of that log, mend the cause, then run `benchwright resume`.',
      });
    }
    this.#start();
  }

  #log(): string {
    return join(this.context.home, 'logs', 'worker.log');
  }

  #start(): void {
    mkdirSync(join(this.context.home, 'logs'), { recursive: true });
    const log = openSync(this.#log(), 'a');
    const [program = process.execPath, ...words] = PROGRAM;
    const own = [
      'worker',
      '--home',
      this.context.home,
      '--parent',
      String(process.pid),
      ...this.#configWords(),
    ];
    const child = spawn(program, [...FLAT_MEMORY.flags, ...words, ...own], {
      stdio: ['ignore', log, log],
      env: { ...process.env, ...FLAT_MEMORY.env },
    });
    closeSync(log);
    this.#child = child;
    this.#startedAt = performance.now();
    const ended = (): void => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#failedStarts = performance.now() - this.#startedAt > CAME_UP_MS ? 0 : this.#failedStarts + 1;
    };
    child.once('exit', ended);
    child.once('error', ended);
  }

  #configWords(): string[] {
    return this.context.configFile === undefined ? [] : ['--config', this.context.configFile];
  }

  /** Ends the worker that this command started, in good order and then by force. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await exited;
    clearTimeout(timer);
  }
}
