import { onTestFinished } from 'vitest';
import * as z from 'zod';
import type { ChatRequest } from '../../../core/model-call.js';
import { askStructured, type StructuredAnswer } from '../../../llm/asking/ask-structured.js';
import type { ModelAccess } from '../../../llm/asking/model-access.js';
import { Ledger } from '../../../llm/ledger/ledger.js';
import { Limiters } from '../../../llm/limits/limiters.js';
import { limitSettingsSchema, type LimitSettings } from '../../../core/model-limits.js';
import { REPAIR_PROMPT } from '../../../llm/structured-output/repair.js';
import { readPrompt } from '../../../prompts/prompt.js';
import type { Store } from '../../../store/store.js';
import { removeWorker, renewWorker } from '../../../store/workers.js';
import { freshStore } from '../../support/export.js';
import { provider } from '../../support/model-calls.js';
import type { ModelServer } from '../../support/model-server/server.js';

const QUICK = { backoffMs: 1, backoffMaxMs: 20 };
let workers = 0;

/** A worker's access to models, on a store of the test's own unless it gives one. */
export async function access(
  server: ModelServer,
  { store, limits = {}, key }: { store?: Store; limits?: Partial<LimitSettings>; key?: string } = {},
): Promise<ModelAccess & { readonly store: Store; readonly stop: () => Promise<void> }> {
  const kept = store ?? (await freshStore());
  const incarnation = `worker-${++workers}`;
  await renewWorker(kept, incarnation);
  const settings = limitSettingsSchema.parse({ ...QUICK, ...limits });
  const limiters = new Limiters(kept, incarnation, () => settings);
  const made = { openai: provider('openai', server, key === undefined ? {} : { key }) };
  let stopped = false;
  const stop = async (): Promise<void> => {
    if (stopped) return;
    stopped = true;
    await limiters.close();
    await removeWorker(kept, incarnation);
  };
  onTestFinished(stop);
  return {
    store: kept,
    stop,
    ledger: new Ledger(kept, incarnation),
    limiters,
    count: (text) => Math.ceil(text.length / 4),
    provider: (kind) => {
      if (kind !== 'openai') throw new Error('these tests ask OpenAI’s protocol');
      return made.openai;
    },
  };
}

const question = (subject: string): ChatRequest => ({
  kind: 'chat',
  provider: 'openai',
  model: 'model-1',
  sampling: { maxTokens: 50 },
  messages: [{ role: 'user', text: `Name a tool for ${subject}.` }],
});

export const SCHEMA = z.strictObject({ tool: z.string() });

/** Asks for one subject, as an item of a stage does. */
export const ask = (
  models: ModelAccess,
  subject: string,
  {
    execution = 'execution-1',
    rules = [],
    firstAttempt = 0,
    signal,
  }: {
    execution?: string;
    rules?: ((value: { tool: string }) => string[])[];
    firstAttempt?: number;
    signal?: AbortSignal;
  } = {},
): Promise<StructuredAnswer<{ tool: string }>> =>
  askStructured(
    models,
    {
      request: question(subject),
      name: 'tool',
      schema: SCHEMA,
      rules,
      settings: { samples: 2, repair: true },
      repair: readPrompt(REPAIR_PROMPT),
      epoch: 0,
      firstAttempt,
    },
    { execution, use: { runId: 'run-1', stage: 'name', subject }, ...(signal && { signal }) },
  );
