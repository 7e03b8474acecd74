import { batched } from '../../core/batched.js';
import type { JsonValue } from '../../core/canonical.js';
import { byText, itemVersion } from '../../core/ids.js';
import { isReviewed } from '../../core/review/policy.js';
import type { QueuedItem } from '../../core/review/kind.js';
import type { ReviewRecord } from '../../core/review/review-record.js';
import { goldCallsOf } from '../../core/tooltalk/conversation.js';
import { isDoubt, kindsOf } from '../../core/tooltalk/finding.js';
import type { ToolTalkItem } from '../../core/tooltalk/item.js';
import { CHECK_STAGE } from '../../core/tooltalk/run.js';
import { readReviewRecords } from '../../store/review/outcomes.js';
import { streamWorkItems } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import { inOrderOf } from '../../transforms/tooltalk/field-order.js';
import type { ReviewedItems } from '../review/review-items.js';
import { withoutReplacements } from '../review/without-replacements.js';
import type { ConversationToCheck } from './check-conversations.js';
import { ToolTalkContext } from './context.js';
import { writeJson } from '../../core/json.js';

/** Items per read. */
const AT_ONCE = 100;
/** All published conversations are test data. */
export const TOOLTALK_SPLIT = 'test';

/** A checked conversation. */
export interface CheckedConversation {
  readonly itemId: string;
  readonly recordId: string;
  readonly item: ToolTalkItem;
  readonly keys: readonly string[];
  /** Why the consistency gate drops it; absent: it is kept. */
  readonly dropped?: string;
}

/** A checked conversation with its review decision. */
export interface ReviewedConversation extends CheckedConversation {
  readonly itemVersion: string;
  /** Absent if no review was configured. */
  readonly reviewRecord?: ReviewRecord;
}

/** Version of the content that reviewers judge. */
export const versionOfConversation = ({ set, conversation }: ToolTalkItem): string =>
  itemVersion([set, conversation]);

/** All checked conversations in item id order. */
export async function checkedConversations(store: Store, runId: string): Promise<CheckedConversation[]> {
  const { settings } = await ToolTalkContext.open(store, runId);
  const found: CheckedConversation[] = [];
  for await (const { input, result } of streamWorkItems(store, runId, CHECK_STAGE)) {
    if (result?.outcome !== 'done') continue;
    const { itemId, recordId } = input as ConversationToCheck;
    const item = result.value as ToolTalkItem;
    // Conversations that are read were written by people, so findings do not drop them, except that one without a start
    // cannot be evaluated.
    const decisive = item.findings.filter((finding) =>
      settings.generate === undefined
        ? finding.kind === 'cannot start'
        : !settings.keepFlagged || !isDoubt(finding),
    );
    const [dropped] = kindsOf(decisive);
    found.push({ itemId, recordId, item, keys: result.keys, ...(dropped === undefined ? {} : { dropped }) });
  }
  return found.sort((a, b) => byText(a.itemId, b.itemId));
}

/** A conversation as a queue's item. */
function queued({ itemId, recordId, item, keys }: CheckedConversation): QueuedItem {
  const { conversation, findings, set } = item;
  const calls = goldCallsOf(conversation);
  const flags = kindsOf(findings);
  return {
    itemId,
    version: versionOfConversation(item),
    content: item as unknown as JsonValue,
    split: TOOLTALK_SPLIT,
    setting: set,
    tools: [...new Set(calls.map(({ request }) => request.api_name))].sort(byText),
    flags,
    title: (conversation.conversation[0]?.text || conversation.scenario || recordId).slice(0, 160),
    text: [
      recordId,
      conversation.scenario ?? '',
      ...conversation.conversation.map((turn) => turn.text),
      ...calls.map(({ request }) => writeJson(request)),
    ].join('\n'),
    uncertainty: findings.length,
    calls: keys,
  };
}

/** Conversations for review: all that pass the consistency gate, without replacements. */
export const conversationsInReview = (store: Store, runId: string): ReviewedItems => {
  const items = async () =>
    (await checkedConversations(store, runId)).filter(({ dropped }) => dropped === undefined);
  return {
    async *open() {
      for (const one of await items()) yield queued(one);
    },
    itemRefs: async () =>
      (await items()).map(({ itemId, item }) => ({ itemId, setting: item.set, split: TOOLTALK_SPLIT })),
    ...withoutReplacements,
  };
};

/** Decision of an item added after the run was last closed for review. */
const UNSETTLED: ReviewRecord = { outcome: 'undecided', rounds: [] };

/**
 * All checked conversations with the last recorded decisions: as accepted, else as the run made them. In item id order.
 */
export async function* reviewedConversations(
  store: Store,
  runId: string,
): AsyncGenerator<ReviewedConversation> {
  const { run } = await ToolTalkContext.open(store, runId);
  const reviewed = isReviewed(run.frozen.review);
  for await (const batch of batched(await checkedConversations(store, runId), AT_ONCE)) {
    const ids = batch.map(({ itemId }) => itemId);
    const records = reviewed ? await readReviewRecords(store, runId, ids) : undefined;
    for (const one of batch) {
      if (records === undefined || one.dropped !== undefined) {
        yield { ...one, itemVersion: versionOfConversation(one.item) };
        continue;
      }
      const { version, reviewRecord = UNSETTLED } = records.get(`${one.item.set} ${one.itemId}`) ?? {};
      const item =
        reviewRecord.content === undefined
          ? one.item
          : (inOrderOf(one.item as unknown as JsonValue, reviewRecord.content) as unknown as ToolTalkItem);
      yield { ...one, item, itemVersion: version ?? versionOfConversation(item), reviewRecord };
    }
  }
}
