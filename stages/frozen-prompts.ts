import { parsePrompt, type Prompt } from '../prompts/prompt.js';
import { runDocument } from '../store/documents.js';
import type { Store } from '../store/store.js';

/** The texts that a run froze for its prompts, by id. */
export async function frozenPrompts(
  store: Store,
  runId: string,
  frozen: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, Prompt>> {
  const prompts = new Map<string, Prompt>();
  for (const { id } of frozen)
    prompts.set(id, parsePrompt(await runDocument(store, runId, { kind: 'prompt', name: id }), id));
  return prompts;
}
