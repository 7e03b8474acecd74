import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { anthropicMessages } from './anthropic-messages.js';
import type { BatchWork, RowOutcome, StoredBatch } from './batch-work.js';
import { anthropicVersion, checkKey, parsed } from './endpoint.js';
import { errorBody, invalid, Refused } from './refused.js';
import type { Route } from './route.js';

const DAY_MS = 86_400_000;

const creation = z.strictObject({
  requests: z
    .array(
      z.strictObject({
        custom_id: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
        params: z.record(z.string(), z.json()),
      }),
    )
    .min(1)
    .max(100_000),
});

/**
 * Message batches of Anthropic: no metadata; what a batch holds is seen in its results only, and those only when it
 * has ended. Rows are checked while the batch is worked through.
 */
export function anthropicBatches(work: BatchWork, key: string): Route {
  return async ({ method, path, query, headers, body, origin }) => {
    if (!/^\/v1\/messages\/batches(\/|$)/.test(path)) return undefined;
    checkKey('anthropic', headers, key);
    anthropicVersion(headers);
    if (path === '/v1/messages/batches' && method === 'POST') {
      const { requests } = parsed('anthropic', creation, JSON.parse(body.toString()));
      const ids = new Set(requests.map((row) => row.custom_id));
      if (ids.size < requests.length) throw invalid('requests: custom_id must be unique within the batch');
      const rows = requests.map((row) => ({ customId: row.custom_id, body: row.params }));
      const { made, reset } = work.create({
        id: `msgbatch_${randomUUID()}`,
        endpoint: anthropicMessages,
        headers,
        rows,
      });
      return reset ? { reset } : { json: shown(made, origin) };
    }
    if (path === '/v1/messages/batches') {
      const { page, more } = await work.list(query.get('after_id'), Number(query.get('limit') ?? 20));
      return {
        json: {
          data: page.map((batch) => shown(batch, origin)),
          first_id: page[0]?.id ?? null,
          last_id: page.at(-1)?.id ?? null,
          has_more: more,
        },
      };
    }
    const [, id = '', action] = /^\/v1\/messages\/batches\/([^/]+)(?:\/(cancel|results))?$/.exec(path) ?? [];
    const batch = work.find(id);
    if (batch === undefined) throw new Refused(404, 'Message batch not found', { type: 'not_found_error' });
    if (action === 'results') {
      if (batch.status === 'running')
        throw invalid('Batch is still being processed: results are there when it has ended.');
      const lines = batch.outcomes.map(([custom_id, outcome]) => ({ custom_id, result: resultOf(outcome) }));
      return { text: lines.map((one) => `${JSON.stringify(one)}\n`).join('') };
    }
    if (action === 'cancel') work.cancel(batch);
    else await work.poll(batch);
    return { json: shown(batch, origin) };
  };
}

function shown(batch: StoredBatch, origin: string): object {
  const date = (ms: number): string => new Date(ms).toISOString();
  const over = batch.status !== 'running';
  const of = (kind: RowOutcome['kind']): number =>
    batch.outcomes.filter(([, outcome]) => outcome.kind === kind).length;
  return {
    id: batch.id,
    type: 'message_batch',
    processing_status: over ? 'ended' : 'in_progress',
    request_counts: {
      processing: over ? 0 : batch.rows.length,
      succeeded: of('succeeded'),
      errored: of('errored'),
      canceled: of('canceled'),
      expired: of('expired'),
    },
    created_at: date(batch.createdMs),
    expires_at: date(batch.createdMs + DAY_MS),
    ended_at: over ? date(batch.createdMs) : null,
    cancel_initiated_at: batch.status === 'canceled' ? date(batch.createdMs) : null,
    archived_at: null,
    results_url: over ? `${origin}/v1/messages/batches/${batch.id}/results` : null,
  };
}

function resultOf(outcome: RowOutcome): object {
  if (outcome.kind === 'succeeded') return { type: 'succeeded', message: outcome.body };
  if (outcome.kind === 'errored')
    return { type: 'errored', error: errorBody('anthropic', outcome.refused, `req_${randomUUID()}`) };
  return { type: outcome.kind };
}
