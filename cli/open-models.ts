import { randomUUID } from 'node:crypto';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import type { Provider, ProviderKind } from '../core/model-call.js';
import type { ModelConfig } from '../core/model-config.js';
import { limitSettingsSchema } from '../core/model-limits.js';
import type { ModelAccess } from '../llm/asking/model-access.js';
import { loadTokenCounter } from '../llm/cost/tokens.js';
import { Ledger } from '../llm/ledger/ledger.js';
import { Limiters } from '../llm/limits/limiters.js';
import { anthropicProvider } from '../llm/providers/anthropic.js';
import type { ProviderOptions } from '../llm/providers/exchange.js';
import { openAiProvider } from '../llm/providers/openai.js';
import type { Store } from '../store/store.js';
import { removeWorker, renewWorker, WORKER_RENEW_MS } from '../store/workers.js';

const NO_LIMITS = limitSettingsSchema.parse({});

/**
 * What this process asks models with, as the configuration says; handed on, and given back whatever happens. The process
 * stands in the store as a worker that long, so that others know whose calls are on the wire.
 */
export async function withModels<T>(
  config: ModelConfig,
  store: Store,
  use: (models: ModelAccess) => Promise<T>,
): Promise<T> {
  const incarnation = randomUUID();
  const limiters = new Limiters(store, incarnation, (scope) => config.limits[scope] ?? NO_LIMITS);
  await renewWorker(store, incarnation);
  const renewal = setInterval(
    () => void renewWorker(store, incarnation).catch(() => undefined),
    WORKER_RENEW_MS,
  );
  const providers = new Map<ProviderKind, Provider>();
  try {
    return await use({
      ledger: new Ledger(store, incarnation),
      limiters,
      count: await loadTokenCounter(),
      provider(kind) {
        const provider = providers.get(kind) ?? openProvider(kind, config);
        providers.set(kind, provider);
        return provider;
      },
    });
  } finally {
    clearInterval(renewal);
    await limiters.close();
    await removeWorker(store, incarnation);
  }
}

/** @throws MODEL_MISCONFIGURED when there is no key where one is needed */
function openProvider(kind: ProviderKind, config: ModelConfig): Provider {
  if (kind === 'rehearsal') throw new Error('rehearsals have no provider yet');
  const { baseUrl, timeoutSeconds } = config[kind];
  const options: ProviderOptions = {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    key: keyOf(kind, config),
    timeoutMs: timeoutSeconds * 1_000,
  };
  return kind === 'openai' ? openAiProvider(options) : anthropicProvider(options);
}

/** Whether the variable that holds a provider's key is set; servers of one's own often want none. */
export const hasKey = (kind: 'openai' | 'anthropic', config: ModelConfig): boolean =>
  (process.env[config[kind].keyFrom] ?? '') !== '';

function keyOf(kind: 'openai' | 'anthropic', config: ModelConfig): string {
  const { keyFrom, baseUrl } = config[kind];
  const key = process.env[keyFrom] ?? '';
  if (key !== '') return key;
  if (baseUrl !== undefined) return 'none';
  throw new BenchwrightError('MODEL_MISCONFIGURED', {
    expected: `a key in the environment variable ${keyFrom}`,
    found: `${keyFrom} is not set`,
    where: kind,
    next: `Set it where the worker starts, or name another variable as models.${kind}.keyFrom in temporal.config.ts.`,
  });
}
