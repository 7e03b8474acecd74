import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { BenchwrightError, type ErrorRecord } from '../core/errors/benchwright-error.js';
import type { RecordRow } from '../store/mtu-bench/records.js';
import type { IsolatedMessage, IsolatedOrder } from './isolated-process.js';
import { PATIENCE_MS, TIMEOUT_SIGNAL } from './watchdog.js';

/** A process that converts records for this one. */
export interface IsolatedChild {
  /** The rows that it has handed over, in the order of its records. */
  readonly rows: readonly RecordRow[];
  /** The id of its record, when it has only one and the id could be read. */
  readonly recordId: string | undefined;
  /**
   * Resolves when it has ended: with how it died, or undefined when all is done.
   * @throws what is no record's fault: SOURCE_UNREADABLE, WORKER_UNAVAILABLE when it did not come to its first record
   */
  readonly ended: Promise<string | undefined>;
  kill(): void;
}

export type StartIsolated = (order: IsolatedOrder) => IsolatedChild;

/** Enough of what a dying process writes to find V8's last words in. */
const STDERR_KEPT = 64 * 1024;

/** Starts a child process that converts the records of an order; it ends with this process, whatever happens. */
export const startIsolated: StartIsolated = (order) => {
  const { module, flags } = processModule();
  const child = fork(module, [String(process.pid), describe(order)], {
    execArgv: [...flags, `--max-old-space-size=${heapMegabytes()}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Not of the terminal's process group: Ctrl-C is for the worker.
    detached: true,
  });
  const rows: RecordRow[] = [];
  const seen: { ready?: true; recordId?: string; failed?: ErrorRecord } = {};
  child.on('message', (message: IsolatedMessage) => {
    if (message.type === 'ready') seen.ready = true;
    else if (message.type === 'begun') seen.recordId = message.recordId;
    else if (message.type === 'row') rows.push(message.row);
    else seen.failed = message.error;
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    stderr = (stderr + text).slice(-STDERR_KEPT);
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  // Only after all three nothing more can come: the process, its messages, what it wrote.
  const over = Promise.all([exited, once(child, 'disconnect'), once(child.stderr ?? child, 'close')]);
  const ending = async (): Promise<string | undefined> => {
    const [[code, signal]] = await over.catch((error: unknown) => {
      throw didNotStart(error instanceof Error ? error.message : String(error));
    });
    if (seen.failed) throw errorOf(seen.failed);
    const death = deathOf(code, signal, stderr);
    if (!seen.ready) throw didNotStart(death);
    return rows.length === order.records.length ? undefined : death;
  };
  const ended = ending();
  ended.catch(() => undefined); // whoever killed it does not want to hear of it
  child.on('error', () => undefined);
  // It may be gone before it reads this; then its end tells.
  child.send(order, () => undefined);
  return {
    rows,
    get recordId() {
      return seen.recordId;
    },
    ended,
    kill: () => void child.kill('SIGKILL'),
  };
};

/** How a process died, in words that are the same on every machine: they go into the export. */
export function deathOf(code: number | null, signal: NodeJS.Signals | null, stderr: string): string {
  if (signal === TIMEOUT_SIGNAL) return `it came to no end within ${PATIENCE_MS / 1000} s`;
  // V8 has several words for the reason, and ends with a stack trace full of addresses.
  if (stderr.includes('heap out of memory')) return 'JavaScript heap out of memory';
  return signal === null ? `exit code ${code ?? 'unknown'}` : `killed by ${signal}`;
}

/**
 * The child may use as much memory as its worker, never less: what a worker can convert a child can too, or the death of
 * workers for other reasons would decide what is set aside.
 */
const heapMegabytes = (): number => Math.ceil(getHeapStatistics().heap_size_limit / 2 ** 20);

/** For people who look at the list of processes. */
const describe = ({ records: [first, ...others] }: IsolatedOrder): string =>
  `${first?.place.file ?? ''}:${first?.place.line ?? ''}${others.length > 0 ? `+${others.length}` : ''}`;

/** From the built package, JavaScript; from the sources, TypeScript through tsx. */
function processModule(): { module: string; flags: readonly string[] } {
  const built = fileURLToPath(new URL('./isolated-process.js', import.meta.url));
  if (existsSync(built)) return { module: built, flags: [] };
  return {
    module: fileURLToPath(new URL('./isolated-process.ts', import.meta.url)),
    flags: ['--import', import.meta.resolve('tsx')],
  };
}

const didNotStart = (death: string): BenchwrightError =>
  new BenchwrightError('WORKER_UNAVAILABLE', {
    expected: 'a process in which records are converted apart from the others',
    found: `it ended before it began with them: ${death}`,
    next: 'Look at the end of logs/worker.log in the home folder, and whether the machine has memory left.',
  });

/** An error of the other process; one outside the catalogue is one here too. */
function errorOf({ code, title: _, ...parts }: ErrorRecord): Error {
  return code === 'INTERNAL' ? new Error(parts.found) : new BenchwrightError(code, parts);
}
