import { join } from 'node:path';
import { baseRun } from '../../../app/regenerate/base-run.js';
import { decisionsOfExport, guidelineOfExport } from '../../../app/regenerate/exported-decisions.js';
import { suiteDatabases } from '../../../app/simulators/start.js';
import { itemCountLines } from '../../../app/text/diff.js';
import { withTemporaryStore } from '../../../app/temporary-store.js';
import { asFrozen } from '../../../core/model-config.js';
import { ownPart } from '../../../core/own-part.js';
import { isReviewed } from '../../../core/review/policy.js';
import type { ToolTalkManifest } from '../../../core/tooltalk/manifest.js';
import type { ToolTalkSettings } from '../../../core/tooltalk/run.js';
import { diffItems, type ComparedContent } from '../../../outputs/diff-items.js';
import { comparedConversation, comparedConversations } from '../../../outputs/tooltalk/diff-exports.js';
import { collectConversations } from '../../../stages/tooltalk/collect-conversations.js';
import { createRun, type NewRun } from '../../../store/runs.js';
import { noteRetries } from '../../../store/stages/retries.js';
import type { Store } from '../../../store/store.js';
import { answerAgain } from '../../parts/answer-again.js';
import type {
  RegenerateOptions,
  RegenerateRequest,
  Regeneration,
  RegenerationPreview,
} from '../../parts/regenerating.js';
import { missingInput, recordedRetries } from '../../recorded.js';
import { estimateToolTalk } from '../plan/estimate.js';
import type { ToolTalkGiven } from '../resolve/given.js';
import { resolveToolTalk } from '../resolve/resolve-run.js';
import { toolTalk } from '../spec.js';
import { decisionsOnConversations } from './decisions.js';

/** The options that an export was made with. */
const optionsOf = ({ generate, write, suites, idSeed, keepFlagged, documents }: ToolTalkSettings) => ({
  ...{ idSeed, keepFlagged, documents },
  ...(suites && { suites: suites.join() }),
  ...(write && { write: write.conversations, at: write.now }),
  ...(generate && {
    ...{ scenarios: generate.scenarios, easy: generate.easy, scenariosPerPrompt: generate.scenariosAPrompt },
    ...{ turns: generate.turns, calls: generate.calls, samples: generate.samples, at: generate.now },
  }),
});

/** Makes an export again with another seed, other settings, databases or prompts. Answers that the ledger has are reused. */
export async function regenerate({
  context,
  store,
  folder,
  name,
  out,
  planning,
  ...asked
}: RegenerateRequest): Promise<Regeneration<'tooltalk'>> {
  const manifest = asked.manifest as ToolTalkManifest;
  const { settings, models, review } = manifest;
  const options = asked.options as RegenerateOptions & Partial<ToolTalkGiven>;
  const base = await baseRun(store, 'tooltalk', manifest);
  const guideline = await guidelineOfExport(folder);
  const other = [options.databases, options.people, options.at].some((given) => given !== undefined);
  const conversations =
    settings.generate === undefined && settings.write === undefined
      ? (options.conversations ?? ownPart(base?.roots, 'conversations'))
      : undefined;
  if (!settings.generate && !settings.write && conversations === undefined)
    throw missingInput(
      'the conversations that were read',
      'no --conversations, and no run of this home that knows where they lie',
      'Add --conversations DIR.',
    );
  const run = await resolveToolTalk(
    {
      ...{ context, store, name, out },
      options: {
        ...optionsOf(settings),
        ...options,
        ...(conversations === undefined ? {} : { conversations }),
        ...{ seed: options.seed ?? manifest.seed, rehearse: models?.rehearsal === true },
      },
    },
    {
      ...{ review, guideline, models: models && asFrozen(models), scenarios: settings.generate?.review },
      databases: other ? undefined : await suiteDatabases(join(folder, 'data', 'databases')),
    },
  );
  const retries = await recordedRetries(folder);
  return {
    run,
    stages: toolTalk.stages
      .filter(({ when }) => when?.({ settings, reviewed: isReviewed(review) }) ?? true)
      .map((stage) => stage.name),
    decisions: () =>
      decisionsOfExport(
        { store, folder, base, guideline: isReviewed(review) ? guideline : undefined },
        decisionsOnConversations,
      ),
    created: (runId) => noteRetries(store, runId, retries),
    preview: () =>
      withTemporaryStore(async (own, temporary) => {
        const { runId } = await createRun(own, run);
        await noteRetries(own, runId, retries);
        const plans = await estimateToolTalk(own, runId, planning);
        await answerAgain({ store: own, runId, folder: temporary }, planning, context.config.models, folder);
        return { plans, ...(await previewConversations(folder, own, runId, run)) };
      }),
  };
}

/** Compares the conversations of an export with those of a run as far as their answers are known. */
async function previewConversations(
  folder: string,
  store: Store,
  runId: string,
  { frozen }: NewRun<'tooltalk'>,
): Promise<Pick<RegenerationPreview, 'object' | 'lines'>> {
  const before = await comparedConversations(folder);
  const found = await collectConversations(store, runId, frozen.settings.generate !== undefined, true);
  const known = new Map<string, ComparedContent>();
  const open = new Set<string>();
  for (const [itemId, { line, held }] of found)
    if (line.outcome === 'undecided') open.add(itemId);
    else known.set(itemId, comparedConversation(line, held?.item.conversation));
  const decided = new Map([...before].filter(([itemId]) => !open.has(itemId)));
  const { items, turned } = diffItems(decided, known);
  const conversations = { before: before.size, after: found.size };
  return {
    object: { conversations, items, turned, open: open.size },
    lines: [
      ...itemCountLines({ items, turned }, 'conversations', conversations),
      ...(open.size === 0
        ? []
        : [`  conversations that depend on answers still to be bought, or on people: ${open.size}`]),
    ],
  };
}
