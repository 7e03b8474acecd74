import { parentPort } from 'node:worker_threads';
import { writeReport } from '../outputs/report/write-report.js';
import type { ReportOrder } from './report-in-thread.js';

/** The thread of `ReportInThread`: loads the chart library at once, then writes what it is told to. */
parentPort?.on('message', ({ folder, file }: ReportOrder) => {
  void writeReport(folder, file).then(
    () => parentPort?.postMessage('written'),
    (error: unknown) => {
      throw error; // ends the thread, which tells
    },
  );
});
