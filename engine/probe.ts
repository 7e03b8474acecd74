import type { ConnectionOptions } from '@temporalio/client';

/** What a Temporal server says about itself. */
export interface ServerInfo {
  /** For example `1.29.1`. */
  readonly version: string;
}

/**
 * Asks a server for its version and for a namespace, once, without retries.
 *
 * @param timeoutMs milliseconds for both questions together
 * @throws the gRPC error when the server does not answer in time, refuses, or has no such namespace
 */
export async function askServer(
  options: ConnectionOptions,
  namespace: string,
  timeoutMs: number,
): Promise<ServerInfo> {
  // Only who asks a server loads the SDK; it is a third of a second.
  const { Connection } = await import('@temporalio/client');
  const connection = Connection.lazy({ ...options, interceptors: [] });
  try {
    return await connection.withDeadline(Date.now() + timeoutMs, async () => {
      const info = await connection.workflowService.getSystemInfo({});
      await connection.workflowService.describeNamespace({ namespace });
      return { version: info.serverVersion };
    });
  } finally {
    await connection.close();
  }
}

/** As askServer, with undefined for a server that does not answer as it should. */
export async function serverAt(
  address: string,
  namespace: string,
  timeoutMs: number,
): Promise<ServerInfo | undefined> {
  return askServer({ address }, namespace, timeoutMs).catch(() => undefined);
}
