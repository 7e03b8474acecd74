import { Worker } from 'node:worker_threads';

/**
 * How long a process may be busy without a moment for anything else. Heartbeats are missed after ten seconds, so whoever
 * needs this long for one record will never come back from it. BENCHWRIGHT_PATIENCE_MS is for tests that plant such one.
 */
export const PATIENCE_MS = Number(process.env['BENCHWRIGHT_PATIENCE_MS'] ?? 60_000);

/** The signal that ends a process that came to no end; it tells that death from all others. */
export const TIMEOUT_SIGNAL: NodeJS.Signals = 'SIGALRM';

const LOOK_MS = 500;

interface ThreadData {
  readonly beats: SharedArrayBuffer;
  readonly parent: number | undefined;
  readonly looks: number;
  readonly lookMs: number;
  readonly signal: NodeJS.Signals;
}

/**
 * The thread, as a script. It counts looks and not time: a machine that slept, or a process that was stopped (SIGSTOP),
 * is not taken for one that hangs. It writes to the descriptor: everything else goes through the thread that hangs.
 */
const THREAD = `
const { workerData: { beats, parent, looks, lookMs, signal } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const counter = new Int32Array(beats);
let last = 0;
let silent = 0;
setInterval(() => {
  if (parent !== undefined && process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  const now = Atomics.load(counter, 0);
  silent = now === last ? silent + 1 : 0;
  last = now;
  if (silent < looks) return;
  writeSync(2, 'process ' + process.pid + ' came to no end with a record within ' + (looks * lookMs) / 1000 + ' s: ended\\n');
  process.kill(process.pid, signal);
}, lookMs);
`;

/**
 * Watches this process from a thread of its own, which goes on when a record keeps the main thread busy for ever: ends
 * the process (`TIMED_OUT`) after `PATIENCE_MS` without a turn of its event loop.
 *
 * @param parent pid of the process without which this one has nothing to do: it ends at once (SIGKILL) with that one
 */
export function startWatchdog({ parent }: { readonly parent?: number } = {}): void {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(beats);
  setInterval(() => Atomics.add(counter, 0, 1), LOOK_MS / 4).unref();
  const workerData: ThreadData = {
    beats,
    parent,
    looks: Math.ceil(PATIENCE_MS / LOOK_MS),
    lookMs: LOOK_MS,
    signal: TIMEOUT_SIGNAL,
  };
  new Worker(THREAD, {
    eval: true,
    workerData,
    // Flags of the process such as a loader are none of its business.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  }).unref();
}
