import type { Writable } from 'node:stream';
import { EXIT } from '../core/errors/catalogue.js';
import { BenchwrightError, formatError, toErrorRecord } from '../core/errors/benchwright-error.js';

/** What a pipe says whose reader has left. */
const LEFT = new Set(['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Whether an error only says that nobody reads any more, as in `benchwright status | head`. */
export const nobodyReads = (error: unknown): boolean =>
  LEFT.has((error as NodeJS.ErrnoException | undefined)?.code ?? '');

/**
 * Keeps a command going whose reader has left: its work is not the reader's. What cannot be written for another reason (a
 * full disk) is lost, so that fails the command.
 * @returns the exit code for the command's
 */
export function guardOutput(stdout: Writable, stderr: Writable): (code: number) => number {
  let lost = false;
  // There is no other place to report it.
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
