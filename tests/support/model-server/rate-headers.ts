import type { Api } from './asked.js';

/** What the server says about its limits with every answer; it does not enforce them. */
export interface SaidLimits {
  readonly requests?: { readonly limit: number; readonly remaining: number; readonly resetMs: number };
  readonly tokens?: { readonly limit: number; readonly remaining: number; readonly resetMs: number };
}

/** Rate-limit headers as each provider writes them. */
export function rateHeaders(api: Api, said: SaidLimits | undefined, nowMs: number): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const what of ['requests', 'tokens'] as const) {
    const limit = said?.[what];
    if (limit === undefined) continue;
    if (api === 'openai') {
      headers[`x-ratelimit-limit-${what}`] = String(limit.limit);
      headers[`x-ratelimit-remaining-${what}`] = String(limit.remaining);
      headers[`x-ratelimit-reset-${what}`] = duration(limit.resetMs);
    } else {
      headers[`anthropic-ratelimit-${what}-limit`] = String(limit.limit);
      headers[`anthropic-ratelimit-${what}-remaining`] = String(limit.remaining);
      headers[`anthropic-ratelimit-${what}-reset`] = new Date(nowMs + limit.resetMs).toISOString();
    }
  }
  return headers;
}

/** `120ms`, `1.5s`, `6m0s`, `1h0m0s`. */
function duration(ms: number): string {
  if (ms < 1000) return `${ms}ms`;
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor((ms % 3_600_000) / 60_000);
  const seconds = (ms % 60_000) / 1000;
  if (hours > 0) return `${hours}h${minutes}m${seconds}s`;
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`;
}
