import type { Engine } from './connect.js';
import { ensureEmbedded, type EmbeddedOptions } from './embedded.js';
import { externalTarget, useExternal, type ExternalOptions } from './external.js';

/** Engine settings from configuration and command line. Times in milliseconds. */
export type EnsureOptions = EmbeddedOptions & ExternalOptions;

const EXTERNAL_TIMEOUT_MS = 10_000;

/**
 * Finds a Temporal server: the external one named by `TEMPORAL_ADDRESS`, the configuration or a connection profile,
 * else the home's embedded server, which is started if necessary.
 * @throws ENGINE_UNREACHABLE, ENGINE_VERSION or CONFIG_INVALID for an external server
 * @throws ENGINE_NOT_FOUND, ENGINE_START_FAILED or PORT_IN_USE for the embedded one
 */
export async function ensureEngine(options: EnsureOptions): Promise<Engine> {
  const target = externalTarget(options);
  if (target === undefined) return ensureEmbedded(options);
  return useExternal(target, Math.min(options.timeoutMs ?? EXTERNAL_TIMEOUT_MS, EXTERNAL_TIMEOUT_MS));
}
