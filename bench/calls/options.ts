export interface CallsOptions {
  /** Rows. */
  readonly n: number;
  readonly concurrency: number;
  /** Of each answer, in milliseconds. */
  readonly latency: number;
  /** Share of the answers after which the worker is killed. */
  readonly killAt: number;
  /** Conversations; 0: none are measured. */
  readonly conversations: number;
  readonly turns: number;
  readonly print: (line: string) => void;
}
