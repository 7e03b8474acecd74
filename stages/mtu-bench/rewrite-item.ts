import type { Item } from '../../core/mtu-bench/item.js';
import { REWRITE_STAGE, type RewriteSettings, type TurnWords } from '../../core/mtu-bench/rewriting.js';
import { askPrompt, firstPromptCall, type PromptQuestion } from '../../llm/asking/ask-prompt.js';
import type { StructuredAnswer } from '../../llm/asking/ask-structured.js';
import type { CallContext } from '../../llm/asking/call-model.js';
import type { ModelAccess } from '../../llm/asking/model-access.js';
import type { PromptDefinition } from '../../prompts/definition.js';
import { rewriteReply } from '../../prompts/mtu-bench/rewrite-reply.js';
import { rewriteRequest } from '../../prompts/mtu-bench/rewrite-request.js';
import { rewriteThought } from '../../prompts/mtu-bench/rewrite-thought.js';
import { placedItem, type PlacedItem } from '../../store/mtu-bench/placements.js';
import type { SubjectOutcome } from '../../store/stages/subjects.js';
import type { Store } from '../../store/store.js';
import { rewritingsOf, type Rewriting } from '../../transforms/mtu-bench/rewriting/requests.js';
import { inOneLine, rewrittenWords } from '../../transforms/mtu-bench/rewriting/rewritten-item.js';
import type { RunContexts } from './run-context.js';
import { openAskingOfItems, type AskingOfItems } from '../asking.js';
import type { FirstCall, MapStageFactory } from '../map-stage.js';

/** What all items of a run that are to be rewritten share. */
export interface RewriteContext extends AskingOfItems {
  readonly settings: RewriteSettings;
}

/** The stage `rewrite`: joined requests, thoughts and replies of the items that go into files, in the words of the role `generator`. */
export const rewriteStage: MapStageFactory = async ({ store, contexts }, runId) => {
  const context = await openRewriteContext(store, contexts, runId);
  return {
    role: context.role,
    work: async (access, { input }, call) =>
      rewriteItem(access, context, await placedItem(store, runId, input as PlacedItem), call),
    firstCalls: async ({ input }) =>
      firstRewriteCalls(context, await placedItem(store, runId, input as PlacedItem)),
  };
};

/** Reads what a run of `mtu-bench` froze for its rewriting; the cluster stage comes first. */
export async function openRewriteContext(
  store: Store,
  contexts: RunContexts,
  runId: string,
): Promise<RewriteContext> {
  const { rewrite: settings } = (await contexts.of(runId)).run.frozen.settings;
  if (settings === undefined) throw new Error(`the run ${runId} was begun without anything to rewrite`);
  return { settings, ...(await openAskingOfItems(store, contexts, runId, REWRITE_STAGE, 'generator')) };
}

/**
 * Rewrites an item, or finds that some part of it cannot be: then all of it keeps its words. Every part is asked for even
 * so, one after the other: `retry --failed` then lacks the one answer alone. @throws as `callModel`
 */
async function rewriteItem(
  access: ModelAccess,
  context: RewriteContext,
  item: Item,
  call: CallContext,
): Promise<SubjectOutcome> {
  const { settings, catalogue } = context;
  const turns: TurnWords[] = item.turns.map(() => ({}));
  const keys: string[] = [];
  let failed: { reason: string; detail: string; requestDigest: string } | undefined;
  for (const rewriting of rewritingsOf(item, settings.parts, catalogue)) {
    const { part, turn } = rewriting;
    const found = await wordsFor(access, context, rewriting, call);
    keys.push(...found.keys);
    if (found.ok) turns[turn] = { ...turns[turn], [part]: inOneLine(found.value) };
    else {
      const { problem, reason, requestDigest } = found;
      failed ??= { reason: problem, detail: `the ${part} of turn ${turn + 1}: ${reason}`, requestDigest };
    }
  }
  if (failed) return { outcome: 'set aside', ...failed, keys };
  return { outcome: 'done', value: rewrittenWords(item, turns, catalogue), keys };
}

/** The first call for every part of an item: each is asked in the corpus's own words, so none waits for another. */
export const firstRewriteCalls = (context: RewriteContext, item: Item): FirstCall[] =>
  rewritingsOf(item, context.settings.parts, context.catalogue).map((rewriting) =>
    asQuestion(context, rewriting, (question) => firstPromptCall(question)),
  );

/** Asks for the words of one part. @throws as `callModel` */
const wordsFor = (
  access: ModelAccess,
  context: RewriteContext,
  rewriting: Rewriting,
  call: CallContext,
): Promise<StructuredAnswer<string>> =>
  asQuestion(context, rewriting, async (question, wordsIn): Promise<StructuredAnswer<string>> => {
    const found = await askPrompt(access, question, call);
    return found.ok ? { ...found, value: wordsIn(found.value) } : found;
  });

/** What is asked for a part, for whatever is to be done with it, and where its words are in the answer. */
function asQuestion<T>(
  { settings, role: model, epoch, retries, repair, promptOf }: RewriteContext,
  rewriting: Rewriting,
  use: <I, O>(question: PromptQuestion<I, O>, wordsIn: (value: O) => string) => T,
): T {
  const known = <I, O>(definition: PromptDefinition<I, O>) => ({
    definition,
    prompt: promptOf(definition.id),
  });
  const asked = { model, settings, repair, epoch, retries };
  const { part, input } = rewriting;
  if (part === 'request')
    return use({ ...asked, known: known(rewriteRequest), input }, ({ request }) => request);
  return part === 'thought'
    ? use({ ...asked, known: known(rewriteThought), input }, ({ thought }) => thought)
    : use({ ...asked, known: known(rewriteReply), input }, ({ reply }) => reply);
}
