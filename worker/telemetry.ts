import type { Signals, Telemetry } from './telemetry-signals.js';

/**
 * Starts to send spans and metrics to the OTLP endpoint that OpenTelemetry's own variables name (docs/telemetry.md).
 * @param note what goes wrong with it, once
 * @returns undefined where there is no such endpoint: then nothing is loaded, and nothing leaves
 */
export async function startTelemetry(note: (message: string) => void): Promise<Telemetry | undefined> {
  const signals = configuredSignals(process.env);
  if (!signals.traces && !signals.metrics) return undefined;
  const { openTelemetry } = await import('./telemetry-sdk.js');
  return openTelemetry(signals, note);
}

/** The same for as long as some work takes. */
export async function withTelemetry<T>(note: (message: string) => void, work: () => Promise<T>): Promise<T> {
  const telemetry = await startTelemetry(note);
  try {
    return await work();
  } finally {
    await telemetry?.close();
  }
}

/** Which signals the environment names an endpoint for; an empty variable is none, as OpenTelemetry has it. */
export function configuredSignals(env: NodeJS.ProcessEnv): Signals {
  const set = (name: string): boolean => (env[name] ?? '').trim() !== '';
  const off = env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true';
  const wanted = (signal: 'TRACES' | 'METRICS'): boolean =>
    !off &&
    env[`OTEL_${signal}_EXPORTER`]?.trim() !== 'none' &&
    (set('OTEL_EXPORTER_OTLP_ENDPOINT') || set(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`));
  return { traces: wanted('TRACES'), metrics: wanted('METRICS') };
}
