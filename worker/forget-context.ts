import type { NativeConnection } from '@temporalio/worker';

/**
 * Node 20 copies the value of every AsyncLocalStorage in use to each new promise. A closed client connection gives its
 * own up; a native one does not, so a process that runs many commands became slower with each.
 */
export function forgetContext(connection: NativeConnection): void {
  const { callContextStorage } = connection as unknown as {
    callContextStorage?: { disable?: () => void };
  };
  callContextStorage?.disable?.();
}
