import { batched } from '../../core/batched.js';
import type { JsonValue } from '../../core/canonical.js';
import { byText } from '../../core/ids.js';
import { isReviewed } from '../../core/review/policy.js';
import type { QueuedItem } from '../../core/review/kind.js';
import type { ReviewRecord } from '../../core/review/review-record.js';
import { findingKinds, ultraToolFindingText, type UltraToolFinding } from '../../core/ultratool/finding.js';
import { versionOfPlan, type PlanItem } from '../../core/ultratool/item.js';
import type { WrittenNumber } from '../../core/ultratool/written-numbers.js';
import { CHECK_STAGE, REPAIR_STAGE } from '../../core/ultratool/run.js';
import { readReviewRecords } from '../../store/review/outcomes.js';
import { streamWorkItems } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import { calledTools } from '../../transforms/ultratool/derive-tasks.js';
import { inPublishedOrder } from '../../transforms/ultratool/item-order.js';
import type { ReviewedItems } from '../review/review-items.js';
import { withoutReplacements } from '../review/without-replacements.js';
import type { CheckedSample } from './check-items.js';
import type { SampleToCheck } from './sample.js';
import { checkUltraTool, decisive } from './check-item.js';
import { UltraToolContext } from './context.js';

/** Items per read. */
const AT_ONCE = 100;
/** Samples are split only after the review. */
export const ULTRATOOL_SPLIT = 'test';

/** A checked sample, with reworded texts if needed. */
export interface UltraToolSample {
  readonly itemId: string;
  readonly recordId: string;
  readonly item: PlanItem;
  readonly findings: readonly UltraToolFinding[];
  /** Numbers of its tools as written in its file. */
  readonly numbers?: readonly WrittenNumber[];
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Why it is dropped; absent: it is kept. */
  readonly dropped?: UltraToolFinding;
}

/** A sample with its review decision. */
export interface ReviewedSample extends UltraToolSample {
  readonly itemVersion: string;
  /** Absent if no review was configured. */
  readonly reviewRecord?: ReviewRecord;
}

/** All checked samples in item id order. */
export async function checkedSamples(store: Store, runId: string): Promise<UltraToolSample[]> {
  const reworded = new Map<string, { readonly value: CheckedSample; readonly keys: readonly string[] }>();
  const tried = new Map<string, readonly string[]>();
  for await (const { workItem, result } of streamWorkItems(store, runId, REPAIR_STAGE)) {
    if (result !== undefined) tried.set(workItem, result.keys);
    if (result?.outcome === 'done')
      reworded.set(workItem, { value: result.value as CheckedSample, keys: result.keys });
  }
  const found: UltraToolSample[] = [];
  for await (const { workItem, input, result } of streamWorkItems(store, runId, CHECK_STAGE)) {
    if (result?.outcome !== 'done') continue;
    const { itemId, recordId, keys, numbers } = input as SampleToCheck;
    const { item, findings } = reworded.get(workItem)?.value ?? (result.value as CheckedSample);
    if (item === undefined) continue;
    const answers = tried.get(workItem);
    const dropped = item.kind === 'read' ? undefined : findings.find(decisive);
    found.push({
      ...{ itemId, recordId, item, findings, ...(numbers && { numbers }) },
      keys: answers === undefined ? keys : { ...keys, [REPAIR_STAGE]: answers },
      ...(dropped === undefined ? {} : { dropped }),
    });
  }
  return found.sort((a, b) => byText(a.itemId, b.itemId));
}

/** The sample with its findings, as shown to reviewers. */
const withFindings = (item: PlanItem, findings: readonly UltraToolFinding[]): PlanItem =>
  findings.length === 0
    ? item
    : {
        ...item,
        findings: findings.map((one) => ({
          path: one.path,
          text: `${one.kind}: ${ultraToolFindingText(one)}`,
        })),
      };

/** A sample as a queue's item. */
const queued = ({ itemId, recordId, item, findings, keys }: UltraToolSample): QueuedItem => ({
  itemId,
  version: versionOfPlan(item),
  content: withFindings(item, findings) as unknown as JsonValue,
  split: ULTRATOOL_SPLIT,
  setting: item.kind,
  tools: calledTools(item.plan, item.language).sort(byText),
  flags: findingKinds(findings),
  title: item.question.trim().slice(0, 160),
  text: [recordId, item.domain, item.question, ...item.plan.flatMap(({ step, tool }) => [step, tool])].join(
    '\n',
  ),
  uncertainty: findings.length,
  calls: Object.values(keys).flat(),
});

/** Samples for review, without replacements. */
export const samplesInReview = (store: Store, runId: string): ReviewedItems => {
  const items = async () =>
    (await checkedSamples(store, runId)).filter(({ dropped }) => dropped === undefined);
  return {
    async *open() {
      for (const one of await items()) yield queued(one);
    },
    itemRefs: async () =>
      (await items()).map(({ itemId, item }) => ({ itemId, setting: item.kind, split: ULTRATOOL_SPLIT })),
    ...withoutReplacements,
  };
};

/** Decision of an item added after the run was last closed for review. */
const UNSETTLED: ReviewRecord = { outcome: 'undecided', rounds: [] };

/** All checked samples with the last recorded decisions: as accepted, else as the run made them. In item id order. */
export async function* reviewedSamples(store: Store, runId: string): AsyncGenerator<ReviewedSample> {
  const { run } = await UltraToolContext.open(store, runId);
  const reviewed = isReviewed(run.frozen.review);
  for await (const batch of batched(await checkedSamples(store, runId), AT_ONCE)) {
    const ids = batch.map(({ itemId }) => itemId);
    const records = reviewed ? await readReviewRecords(store, runId, ids) : undefined;
    for (const one of batch) {
      if (records === undefined || one.dropped !== undefined) {
        yield { ...one, itemVersion: versionOfPlan(one.item) };
        continue;
      }
      const { version, reviewRecord = UNSETTLED } = records.get(`${one.item.kind} ${one.itemId}`) ?? {};
      const item =
        reviewRecord.content === undefined
          ? one.item
          : inPublishedOrder(one.item, reviewRecord.content as unknown as PlanItem);
      // Findings that remain after an edit.
      const findings = reviewRecord.content === undefined ? one.findings : checkUltraTool(item);
      yield { ...one, item, findings, itemVersion: version ?? versionOfPlan(item), reviewRecord };
    }
  }
}
