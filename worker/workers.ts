import { availableParallelism } from 'node:os';

/** What keeps workers there while a command needs them: its own, unless others serve the store. */
export interface Workers {
  /**
   * Starts the workers that are missing. Called again and again while the command waits.
   * @param wanted workers that should be there, those of others included
   * @throws WORKER_UNAVAILABLE when they die at every start
   */
  ensure(wanted: number): Promise<void>;
  /** Ends the workers that this command started, in good order. */
  stop(): Promise<void>;
}

/** Records from which a second worker is worth its start; converting them keeps one busy for longer than that. */
const RECORDS_FOR_TWO = 2_000;

/** How many workers a run gets from the command that drives it: a core each, but never more than two of them. */
export const workersFor = (records: number): number =>
  records < RECORDS_FOR_TWO ? 1 : Math.min(2, availableParallelism());
