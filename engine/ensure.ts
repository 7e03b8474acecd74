import type { Engine } from './connect.js';
import { ensureEmbedded, type EmbeddedOptions } from './embedded.js';
import { externalTarget, useExternal, type ExternalOptions } from './external.js';

/** What configuration and command line say about the engine. Times in milliseconds. */
export type EnsureOptions = EmbeddedOptions & ExternalOptions;

const EXTERNAL_TIMEOUT_MS = 10_000;

/**
 * A Temporal server to work with: the external one that `TEMPORAL_ADDRESS`, the configuration or a
 * connection profile name, else the embedded one of the home, found, adopted or started.
 *
 * @throws ENGINE_UNREACHABLE, ENGINE_VERSION or CONFIG_INVALID for an external server
 * @throws ENGINE_NOT_FOUND, ENGINE_START_FAILED or PORT_IN_USE for the embedded one
 */
export async function ensureEngine(options: EnsureOptions): Promise<Engine> {
  const target = externalTarget(options);
  if (target === undefined) return ensureEmbedded(options);
  return useExternal(target, Math.min(options.timeoutMs ?? EXTERNAL_TIMEOUT_MS, EXTERNAL_TIMEOUT_MS));
}
