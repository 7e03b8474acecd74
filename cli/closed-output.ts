import type { Writable } from 'node:stream';
import { EXIT } from '../core/errors/catalogue.js';
import { BenchwrightError, formatError, toErrorRecord } from '../core/errors/benchwright-error.js';

/** Error codes of a pipe whose reader has closed it. */
const LEFT = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Whether an error only means that the reader has closed the pipe, as in `benchwright status | head`. */
export const nobodyReads = (error: unknown): boolean =>
  LEFT.has((error as NodeJS.ErrnoException | undefined)?.code ?? '');

/**
 * Lets a command continue if the reader of its output has gone, because its work does not depend on the reader. Output
 * that is lost for another reason (a full disk) makes the command fail.
 * @returns the exit code for the command's
 */
export function guardOutput(stdout: Writable, stderr: Writable): (code: number) => number {
  let lost = false;
  // There is no other place to report errors of stderr.
  stderr.on('error', () => undefined);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (nobodyReads(error) || lost) return;
    lost = true;
    process.exitCode = EXIT.storage;
    stderr.write(`error ${formatError(toErrorRecord(unwritten(error)))}\n`);
  });
  return (code) => (lost ? EXIT.storage : code);
}

const unwritten = (error: NodeJS.ErrnoException): BenchwrightError =>
  new BenchwrightError(error.code === 'ENOSPC' ? 'DISK_FULL' : 'OUTPUT_UNWRITABLE', {
    expected: 'the result written to standard output',
    found: error.message,
    where: 'standard output',
    next:
      error.code === 'ENOSPC'
        ? 'Free some space and run the command again; what it did is kept.'
        : 'Redirect it to another file and run the command again; what it did is kept.',
  });
