import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { BatchRow, BatchWork, StoredBatch } from './batch-work.js';
import { checkKey, type Endpoint, parsed } from './endpoint.js';
import { errorBody, invalid, Refused } from './refused.js';
import type { Call, Route, Routed } from './route.js';

const DAY_S = 86_400;

const creation = z.strictObject({
  input_file_id: z.string(),
  endpoint: z.string(),
  completion_window: z.literal('24h'),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
});
const line = z.strictObject({
  custom_id: z.string().min(1).max(512),
  method: z.literal('POST'),
  url: z.string(),
  body: z.record(z.string(), z.json()),
});

interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly purpose: string;
  readonly text: string;
}

/** What OpenAI keeps of a batch besides its rows. */
interface Extra {
  readonly inputFile: string;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly errors: { code: string; line: number | null; message: string }[];
}

/** Files and batches of OpenAI: a batch has metadata, can be listed, and leaves one file of answers and one of errors. */
export function openAiBatches(work: BatchWork, endpoints: readonly Endpoint[], key: string): Route {
  const files = new Map<string, StoredFile>();
  const extras = new Map<string, Extra>();

  const keep = (name: string, purpose: string, text: string): StoredFile => {
    const file = { id: `file-${randomUUID()}`, name, purpose, text };
    files.set(file.id, file);
    return file;
  };

  async function fileCall({ method, path, headers, body }: Call): Promise<Routed> {
    const id = /^\/v1\/files\/([^/]+)/.exec(path)?.[1];
    if (id === undefined && method === 'POST') {
      const form = await new Response(body, {
        headers: { 'content-type': headers['content-type'] ?? '' },
      }).formData();
      const [file, purpose] = [form.get('file'), form.get('purpose')];
      if (!(file instanceof File)) throw invalid("Missing required parameter: 'file'.", null, 'file');
      if (purpose !== 'batch') throw invalid("Invalid purpose: not one of ['batch']", null, 'purpose');
      return { json: fileObject(keep(file.name, purpose, await file.text())) };
    }
    const file = files.get(id ?? '');
    if (file === undefined)
      throw new Refused(404, `No such File object: ${id}`, { type: 'invalid_request_error', param: 'id' });
    return path.endsWith('/content') ? { text: file.text } : { json: fileObject(file) };
  }

  function create({ headers, body }: Call): Routed {
    const asked = parsed('openai', creation, JSON.parse(body.toString()));
    const endpoint = endpoints.find((one) => one.path === asked.endpoint);
    if (endpoint === undefined)
      throw invalid(`Invalid value: '${asked.endpoint}'.`, 'invalid_value', 'endpoint');
    const file = files.get(asked.input_file_id);
    if (file === undefined) throw invalid(`Invalid file ID: ${asked.input_file_id}`, null, 'input_file_id');
    const { rows, errors } = rowsOf(file.text, asked.endpoint);
    const { made, reset } = work.create({
      id: `batch_${randomUUID()}`,
      endpoint,
      headers,
      rows,
      broken: errors.length > 0,
    });
    extras.set(made.id, { inputFile: file.id, metadata: asked.metadata ?? null, errors });
    return reset ? { reset: true } : { json: shown(made) };
  }

  const outputs = new Map<string, { output?: string; error?: string }>();

  /** The two files of a batch that has ended: answers, and what went wrong. */
  function outputsOf(batch: StoredBatch): { output?: string; error?: string } {
    const known = outputs.get(batch.id);
    if (known !== undefined) return known;
    const rows = batch.outcomes.map(([customId, outcome]) => ({
      outcome,
      text: JSON.stringify(rowLine(customId, outcome)),
    }));
    const write = (name: string, good: boolean): string | undefined => {
      const lines = rows.filter(({ outcome }) => (outcome.kind === 'succeeded') === good);
      return lines.length === 0
        ? undefined
        : keep(name, 'batch_output', lines.map(({ text }) => `${text}\n`).join('')).id;
    };
    const [output, error] = [write('output.jsonl', true), write('error.jsonl', false)];
    const made = { ...(output && { output }), ...(error && { error }) };
    outputs.set(batch.id, made);
    return made;
  }

  function shown(batch: StoredBatch): object {
    const extra = extras.get(batch.id);
    const seconds = Math.floor(batch.createdMs / 1000);
    const failed = (extra?.errors.length ?? 0) > 0;
    const over = batch.status !== 'running' && !failed;
    const { output, error } = over ? outputsOf(batch) : {};
    const of = (kind: string): number => batch.outcomes.filter(([, outcome]) => outcome.kind === kind).length;
    const status = failed
      ? 'failed'
      : batch.status === 'canceled'
        ? 'cancelled'
        : batch.status === 'running'
          ? 'in_progress'
          : of('expired') > 0
            ? 'expired'
            : 'completed';
    return {
      id: batch.id,
      object: 'batch',
      endpoint: batch.endpoint.path,
      input_file_id: extra?.inputFile,
      completion_window: '24h',
      // A file that cannot be read fails the batch a while after it was made.
      status: failed && batch.polls === 0 ? 'validating' : status,
      errors: failed && batch.polls > 0 ? { object: 'list', data: extra?.errors } : null,
      output_file_id: output ?? null,
      error_file_id: error ?? null,
      created_at: seconds,
      expires_at: seconds + DAY_S,
      request_counts: failed
        ? { total: 0, completed: 0, failed: 0 }
        : { total: batch.rows.length, completed: of('succeeded'), failed: of('errored') },
      metadata: extra?.metadata ?? null,
    };
  }

  return async (call) => {
    const { method, path, query } = call;
    if (!/^\/v1\/(files|batches)(\/|$)/.test(path)) return undefined;
    checkKey('openai', call.headers, key);
    if (path.startsWith('/v1/files')) return fileCall(call);
    if (path === '/v1/batches' && method === 'POST') return create(call);
    if (path === '/v1/batches') {
      const { page, more } = await work.list(query.get('after'), Number(query.get('limit') ?? 20));
      return {
        json: {
          object: 'list',
          data: page.map(shown),
          first_id: page[0]?.id,
          last_id: page.at(-1)?.id,
          has_more: more,
        },
      };
    }
    const [, id = '', action] = /^\/v1\/batches\/([^/]+)(\/cancel)?$/.exec(path) ?? [];
    const batch = work.find(id);
    if (batch === undefined)
      throw new Refused(404, `No batch found with id '${id}'.`, { type: 'invalid_request_error' });
    if (action !== undefined) work.cancel(batch);
    else await work.poll(batch);
    return { json: shown(batch) };
  };
}

/** The lines of an input file, or what is wrong with it as a whole. */
function rowsOf(text: string, endpoint: string): { rows: BatchRow[]; errors: Extra['errors'] } {
  const rows: BatchRow[] = [];
  const errors: Extra['errors'] = [];
  const seen = new Set<string>();
  const models = new Set<unknown>();
  text.split('\n').forEach((written, index) => {
    if (written === '') return;
    const fault = (code: string, message: string) => errors.push({ code, line: index + 1, message });
    let value: unknown;
    try {
      value = JSON.parse(written);
    } catch {
      return fault('invalid_json_line', 'This line is not parseable as valid JSON.');
    }
    const read = line.safeParse(value);
    if (!read.success) return fault('invalid_request', `Invalid line: ${read.error.issues[0]?.message}`);
    if (read.data.url !== endpoint)
      return fault(
        'mismatched_endpoint',
        `The URL provided for this request does not match the batch endpoint.`,
      );
    if (seen.has(read.data.custom_id))
      return fault(
        'duplicate_custom_id',
        `The custom_id for this request is a duplicate of another request.`,
      );
    seen.add(read.data.custom_id);
    models.add(read.data.body.model);
    rows.push({ customId: read.data.custom_id, body: read.data.body });
  });
  if (models.size > 1)
    errors.push({
      code: 'mismatched_model',
      line: null,
      message: 'The provided model does not match the others.',
    });
  if (rows.length === 0 && errors.length === 0)
    errors.push({ code: 'empty_file', line: null, message: 'The input file is empty.' });
  return { rows, errors };
}

function rowLine(customId: string, outcome: StoredBatch['outcomes'][number][1]): object {
  const id = `batch_req_${randomUUID()}`;
  const response = (status_code: number, body: object): object => ({
    id,
    custom_id: customId,
    response: { status_code, request_id: randomUUID(), body },
    error: null,
  });
  if (outcome.kind === 'succeeded') return response(200, outcome.body);
  if (outcome.kind === 'errored')
    return response(outcome.refused.status, errorBody('openai', outcome.refused, ''));
  const error =
    outcome.kind === 'expired'
      ? {
          code: 'batch_expired',
          message: 'This request could not be executed before the completion window expired.',
        }
      : { code: 'batch_cancelled', message: 'This request was not executed: the batch was cancelled.' };
  return { id, custom_id: customId, response: null, error };
}

const fileObject = (file: StoredFile): object => ({
  id: file.id,
  object: 'file',
  bytes: Buffer.byteLength(file.text),
  created_at: 1,
  filename: file.name,
  purpose: file.purpose,
  status: 'processed',
});
