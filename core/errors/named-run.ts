import { BenchwrightError, type ErrorRecord } from './benchwright-error.js';

/** Commands in messages that need the name of a run but lack it. */
const NAMELESS = /\bbenchwright (resume|retry|watch|pause|cancel|export|status)(?=`| --)/g;

/**
 * Adds the run's name to the commands in an error's advice, so that users can copy them even if there are several runs.
 * The code that throws the error may not know the run.
 */
export const namedRun = <R extends Pick<ErrorRecord, 'next'>>(record: R, run: string): R => ({
  ...record,
  next: record.next.replaceAll(NAMELESS, `benchwright $1 ${run}`),
});

/** Like {@link namedRun}, for a thrown error. */
export const withRunNamed = (error: unknown, run: string): unknown =>
  BenchwrightError.is(error)
    ? new BenchwrightError(error.code, namedRun(error.parts, run), { cause: error, exit: error.exit })
    : error;
