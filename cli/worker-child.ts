import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import type { Store } from '../store/store.js';
import { livingWorkers, workSoFar } from '../store/workers.js';
import { PROGRAM, type Context } from './context.js';

/**
 * Starts in a row after which nothing has happened to any run, before the command gives up. A record that ends workers
 * does not come to it: after two deaths it is tried apart from them, and others are converted in the meantime.
 */
const STARTS_IN_VAIN = 6;
const STOP_MS = 8_000;

/**
 * Keeps a worker's memory flat: by default V8 lets garbage pile up as long as the machine has room, so the peak grew by
 * a fifth from 60 to 240 MB of corpus; times stayed within the noise (docs/decisions.md, D7).
 *
 * The heap's limit is several times the peak measured (320 MB). It is there for a record that takes all memory: V8 needs
 * half a minute to fill 2 GB and give up, and up to one and a half for the 4 GB of its default, while the machine swaps.
 */
const MEMORY = {
  flags: ['--heap-growing-percent=60', '--max-semi-space-size=16', ...heapLimit()],
  env: { MALLOC_ARENA_MAX: '2' },
};

/** Whoever names a limit for Node means workers too. */
function heapLimit(): string[] {
  return /--max[-_]old[-_]space[-_]size/.test(process.env['NODE_OPTIONS'] ?? '')
    ? []
    : ['--max-old-space-size=2048'];
}

/** Keeps a worker there while a command needs one: its own child unless another worker serves the store. */
export class WorkerChild {
  #child: ChildProcess | undefined;
  #startsInVain = 0;
  #workAtStart: number | undefined;

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
    const work = await workSoFar(this.store);
    this.#startsInVain = work === this.#workAtStart ? this.#startsInVain + 1 : 0;
    this.#workAtStart = work;
    if (this.#startsInVain >= STARTS_IN_VAIN) {
      throw new BenchwrightError('WORKER_UNAVAILABLE', {
        expected: 'a worker process that stays up',
        found: `it ended ${STARTS_IN_VAIN} times in a row without getting on with any run`,
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
    const child = spawn(program, [...MEMORY.flags, ...words, ...own], {
      stdio: ['ignore', log, log],
      env: { ...process.env, ...MEMORY.env },
    });
    closeSync(log);
    this.#child = child;
    const ended = (): void => {
      if (this.#child === child) this.#child = undefined;
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
