import type { ActivityInterceptorsFactory } from '@temporalio/worker';

/** Exports spans and metrics while it is open. */
export interface Telemetry {
  /** Interceptors for `Worker.create`: one span per activity. */
  readonly activity: ActivityInterceptorsFactory[];
  /** Flushes the rest, for at most a few seconds. */
  close(): Promise<void>;
}

/** The signals that are exported. */
export interface Signals {
  readonly traces: boolean;
  readonly metrics: boolean;
}
