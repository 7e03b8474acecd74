import { heartbeat } from '@temporalio/activity';

const EVERY_MS = 2_000;

/** Tells Temporal that the worker lives while a step runs that has no counts of its own to report. */
export async function withHeartbeats<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => heartbeat(), EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
