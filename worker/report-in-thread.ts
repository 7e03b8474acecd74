import type { Worker } from 'node:worker_threads';
import { spawnWorkerThread } from './own-thread.js';

/** What the thread is told. */
export interface ReportOrder {
  readonly folder: string;
  readonly file: string;
}

/**
 * A thread that writes an export's report. Started with the export, it has loaded the chart library by the time the
 * export's files are there, and never holds up heartbeats.
 */
export class ReportInThread {
  readonly #thread: Worker = spawnWorkerThread('report-thread');
  readonly #ended: Promise<never>;

  constructor() {
    this.#ended = new Promise((_, reject) => {
      this.#thread.once('error', reject);
      this.#thread.once('exit', (code) => {
        reject(new Error(`the report's thread ended with code ${code}`));
      });
    });
    this.#ended.catch(() => undefined); // looked at when something is asked of it
  }

  /** Writes the report of the export in `folder`. @throws what `writeReport` throws */
  async write(order: ReportOrder): Promise<void> {
    const written = new Promise((resolve) => this.#thread.once('message', resolve));
    this.#thread.postMessage(order);
    await Promise.race([written, this.#ended]);
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }
}
