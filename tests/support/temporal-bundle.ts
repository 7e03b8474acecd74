import { fileURLToPath } from 'node:url';
import {
  bundleWorkflowCode,
  DefaultLogger,
  Runtime,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';

const workflowsPath = fileURLToPath(new URL('../../workflows/index.ts', import.meta.url));

/** Bundles the workflows as they are in the sources: no build is needed or looked at. */
export function bundleWorkflows(): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') });
}

let quiet = false;

/** Makes the SDK say nothing but errors in this process; before any worker or server is made in it. */
export function quietRuntime(): void {
  if (quiet) return;
  quiet = true;
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: 'OFF', forward: {} } },
  });
}
