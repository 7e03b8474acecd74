/** The progress of a stage. */
export interface StageView {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

/** Receiver of progress: a terminal, a log, or none. */
export interface Notices {
  /** A message during work. */
  note(message: string): void;
  /**
   * Reports stage progress; called often.
   * @param doing the current model calls, one per line
   */
  progress(stages: readonly StageView[], doing?: readonly string[]): void;
  /** Ends the progress display before further output. */
  endProgress(): void;
}
