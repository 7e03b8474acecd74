import { setTimeout as sleep } from 'node:timers/promises';
import { context, diag, DiagLogLevel, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResourcesSync, envDetectorSync, Resource } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import { ApplicationFailure } from '@temporalio/common';
import { OpenTelemetryActivityInboundInterceptor } from '@temporalio/interceptors-opentelemetry/lib/worker/index.js';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import { productVersion } from '../app/product-version.js';
import type { Signals, Telemetry } from './telemetry-signals.js';

/** How long what is left may take at the end: a worker that is told to stop has eight seconds. */
const CLOSE_MS = 3_000;
/** As OpenTelemetry's SDKs have it where `OTEL_METRIC_EXPORT_INTERVAL` says nothing. */
const METRICS_EVERY_MS = 60_000;

/** Registers OpenTelemetry's SDK in this process; where it sends to, and how, it reads from the standard variables. */
export function openTelemetry(
  { traces, metrics: measures }: Signals,
  note: (message: string) => void,
): Telemetry {
  noteFirstFailure(note);
  const resource = new Resource({ 'service.name': 'benchwright', 'service.version': productVersion() }).merge(
    detectResourcesSync({ detectors: [envDetectorSync] }),
  );
  const closing: (() => Promise<void>)[] = [];
  if (traces) {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    const provider = new BasicTracerProvider({
      resource,
      spanProcessors: [new BatchSpanProcessor(new WordlessExporter(new OTLPTraceExporter()))],
    });
    trace.setGlobalTracerProvider(provider);
    closing.push(() => provider.shutdown());
  }
  if (measures) {
    const exportIntervalMillis = Number(process.env['OTEL_METRIC_EXPORT_INTERVAL']) || METRICS_EVERY_MS;
    const reader = new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter(),
      exportIntervalMillis,
      exportTimeoutMillis: Math.min(exportIntervalMillis, 30_000),
    });
    const provider = new MeterProvider({ resource, readers: [reader] });
    metrics.setGlobalMeterProvider(provider);
    closing.push(() => provider.shutdown());
  }
  return {
    activity: traces
      ? [(of) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(of) }), () => ({ inbound: TYPED })]
      : [],
    async close() {
      const sent = Promise.allSettled(closing.map((close) => close()));
      await Promise.race([sent, sleep(CLOSE_MS, undefined, { ref: false })]);
      for (const api of [context, trace, metrics, propagation, diag]) api.disable();
    },
  };
}

/** Notes on an activity's span by which code of the catalogue it failed. */
const TYPED: ActivityInboundCallsInterceptor = {
  async execute(input, next) {
    try {
      return await next(input);
    } catch (error) {
      const type = error instanceof ApplicationFailure ? error.type : undefined;
      trace
        .getActiveSpan()
        ?.setAttribute('error.type', type ?? (error instanceof Error ? error.name : '_OTHER'));
      throw error;
    }
  },
};

/**
 * Takes out of spans what failures say in words: Temporal's interceptors put an error's message and stack there, which
 * may quote a record, a path or a provider. What kind of failure it was stays.
 */
class WordlessExporter implements SpanExporter {
  constructor(private readonly inner: SpanExporter) {}

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.inner.export(spans.map(withoutWords), done);
  }

  shutdown(): Promise<void> {
    return this.inner.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.inner.forceFlush?.();
  }
}

function withoutWords(span: ReadableSpan): ReadableSpan {
  const { status, events } = span;
  return Object.create(span, {
    status: { value: { code: status.code } },
    events: {
      value: events.map(({ name, time, attributes = {} }) => ({
        name,
        time,
        attributes: { 'exception.type': attributes['exception.type'] },
      })),
    },
  }) as ReadableSpan;
}

/** An endpoint that is not there would otherwise be said of every batch. */
function noteFirstFailure(note: (message: string) => void): void {
  let said = false;
  const error = (message: string): void => {
    if (said) return;
    said = true;
    note(`telemetry could not be sent to the OTLP endpoint (said once): ${firstWords(message)}`);
  };
  const nothing = (): void => undefined;
  diag.setLogger(
    { error, warn: nothing, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
}

const firstWords = (message: string): string => {
  const found = /"message":"([^"]+)"/.exec(message)?.[1] ?? message.split('\n')[0] ?? '';
  return found.slice(0, 200);
};
