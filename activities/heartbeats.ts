import { heartbeat } from '@temporalio/activity';

const EVERY_MS = 2_000;

/** Sends heartbeats to Temporal while a step runs that reports no progress itself. */
export async function withHeartbeats<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => heartbeat(), EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
