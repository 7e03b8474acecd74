import type { Worker } from 'node:worker_threads';
import { extensionModules, type ExtensionModule } from './extension-modules.js';
import { spawnWorkerThread } from './spawn-worker-thread.js';

/** A message to the thread. */
export interface ReportOrder {
  readonly folder: string;
  readonly file: string;
}

/** What the thread is started with: an extension's family may write the report. */
export interface ReportThreadData {
  readonly extensions: readonly ExtensionModule[];
}

/**
 * A thread that writes an export's report without blocking heartbeats. Started with the export, it has loaded the
 * chart library when the files are ready.
 */
export class ReportInThread {
  readonly #thread: Worker = spawnWorkerThread('report-thread', {
    extensions: extensionModules(),
  } satisfies ReportThreadData);
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

  /** Writes the report of the export in `folder`. @throws as `writeReport` */
  async write(order: ReportOrder): Promise<void> {
    const written = new Promise((resolve) => this.#thread.once('message', resolve));
    this.#thread.postMessage(order);
    await Promise.race([written, this.#ended]);
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }
}
