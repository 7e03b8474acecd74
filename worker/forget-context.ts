import type { NativeConnection } from '@temporalio/worker';

/**
 * Node 20 copies the value of every AsyncLocalStorage in use to each new promise. A closed client connection disables
 * its storage, but a native one does not, so a process that runs many commands would become slower with each.
 */
export function forgetContext(connection: NativeConnection): void {
  const { callContextStorage } = connection as unknown as {
    callContextStorage?: { disable?: () => void };
  };
  callContextStorage?.disable?.();
}
