import { BenchwrightError, type ErrorRecord } from './benchwright-error.js';

/** Commands that take the name of a run, where a message leaves it out. */
const NAMELESS = /\bbenchwright (resume|retry|watch|pause|cancel|export|status)(?=`| --)/g;

/**
 * What a run failed with, with its name in the commands that are advised: they can be typed as they stand, however many
 * runs there are. What throws the error may not know the run.
 */
export const namedRun = <R extends Pick<ErrorRecord, 'next'>>(record: R, run: string): R => ({
  ...record,
  next: record.next.replaceAll(NAMELESS, `benchwright $1 ${run}`),
});

/** The same of an error that is thrown. */
export const withRunNamed = (error: unknown, run: string): unknown =>
  BenchwrightError.is(error)
    ? new BenchwrightError(error.code, namedRun(error.parts, run), { cause: error, exit: error.exit })
    : error;
