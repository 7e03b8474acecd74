import type { ActivityInterceptorsFactory } from '@temporalio/worker';

/** What sends spans and metrics away while it is open. */
export interface Telemetry {
  /** For `Worker.create`: a span an activity. */
  readonly activity: ActivityInterceptorsFactory[];
  /** Sends what is left, for at most some seconds. */
  close(): Promise<void>;
}

/** Which signals go anywhere. */
export interface Signals {
  readonly traces: boolean;
  readonly metrics: boolean;
}
