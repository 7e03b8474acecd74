/** How far one stage is. */
export interface StageView {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

/** Where long work says how far it is: a terminal, a log, or nobody. */
export interface Notices {
  /** A message on the way. */
  note(message: string): void;
  /** How far the stages are. Called often. */
  progress(stages: readonly StageView[]): void;
  /** Ends the display of progress, so that what follows stands below it. */
  endProgress(): void;
}
