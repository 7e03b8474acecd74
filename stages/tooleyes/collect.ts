import { batched } from '../../core/batched.js';
import { byText } from '../../core/ids.js';
import { outcomeAfterReview, REJECTED } from '../../core/review/outcome-after-review.js';
import { isReviewed } from '../../core/review/policy.js';
import type { ReviewRecord } from '../../core/review/review-record.js';
import { versionOfToolEyesItem, type ToolEyesItem } from '../../core/tooleyes/item.js';
import type { JudgedRecord, Judgement } from '../../core/tooleyes/judgement.js';
import { withHelpersLast } from '../../core/tooleyes/library.js';
import type { ToolEyesLineage } from '../../core/tooleyes/manifest.js';
import {
  DRAFTS_STAGE,
  DUPLICATES_STAGE,
  JUDGE_STAGE,
  REVIEW_QUERIES_STAGE,
  TRAJECTORIES_STAGE,
  WRITING_GATE,
} from '../../core/tooleyes/run.js';
import { readReviewRecords } from '../../store/review/outcomes.js';
import { streamWorkItems, type WorkItemOutcome } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import { trajectoryFindings, type ToolEyesFinding } from '../../transforms/tooleyes/findings.js';
import { judgedRecordOf } from '../../transforms/tooleyes/judged-record.js';
import { lineKeys } from '../line-keys.js';
import { gateReviews } from '../review/settled-gate.js';
import { ToolEyesContext } from './context.js';
import { recordOf, verdictsOf } from './judge.js';
import type { MadeTrajectory } from './make-trajectories.js';
import { nearDuplicatesOf } from '../near-duplicate-queries.js';
import { queryId, type PooledQuery } from './pooled-query.js';
import { pooledQueries } from './queries.js';
import { acceptedQueries, isDropped } from './review-queries.js';
import { linesWithoutTools } from './without-tools.js';
import { notWrittenLines } from './written-queries.js';

/** Items per read. */
const AT_ONCE = 100;

/** A finished query, with its trajectory and judgement if the run makes them. */
export interface MadeItem {
  readonly itemId: string;
  readonly recordId: string;
  readonly item: ToolEyesItem;
  readonly findings: readonly ToolEyesFinding[];
  /** The last session with called tools, from 1, if its dialogue was restarted. */
  readonly session?: number;
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

/** A query with its outcome so far. */
export interface CollectedQuery {
  readonly line: ToolEyesLineage;
  /** Absent if it is not finished. */
  readonly made?: MadeItem;
}

/** The judgement in a record, without the trajectory. */
const judgementIn = ({ conversations: _c, id: _i, path: _p, ...judgement }: JudgedRecord): Judgement =>
  judgement;

/** Trajectories with an outcome, by item id. */
export async function madeTrajectories(store: Store, runId: string): Promise<Map<string, WorkItemOutcome>> {
  const found = new Map<string, WorkItemOutcome>();
  for await (const { workItem, result } of streamWorkItems(store, runId, TRAJECTORIES_STAGE))
    if (result !== undefined) found.set(workItem, result);
  return found;
}

/** All finished queries, in item id order, for review and export. */
export async function madeItems(store: Store, runId: string, soFar: boolean): Promise<MadeItem[]> {
  const context = await ToolEyesContext.open(store, runId);
  const { settings } = context;
  const near = await nearDuplicatesOf(store, runId);
  const trajectories = settings.trajectories ? await madeTrajectories(store, runId) : undefined;
  const judged = settings.judge ? await verdictsOf(store, runId, soFar) : undefined;
  const made: MadeItem[] = [];
  for (const one of await acceptedQueries(store, runId, soFar)) {
    const result = trajectories?.get(one.itemId);
    if (trajectories && result?.outcome !== 'done') continue;
    const walked = result?.outcome === 'done' ? (result.value as MadeTrajectory) : undefined;
    const said = judged?.get(one.itemId);
    const judgedRecord =
      walked && judged && judgedRecordOf(recordOf(context, one, walked), said?.verdicts ?? []);
    const judgement = judgedRecord && judgementIn(judgedRecord);
    const like = near.get(one.itemId);
    const tools = withHelpersLast(context.subcategory(one.path).tools);
    const findings: ToolEyesFinding[] = [
      ...(like === undefined
        ? []
        : [
            {
              kind: 'near-duplicate',
              path: 'query',
              text: `it says what ${like.of} says (${like.similarity})`,
            },
          ]),
      ...(walked === undefined ? [] : trajectoryFindings(walked.turns, walked.ending, tools)),
      ...(judged !== undefined && judgement === undefined
        ? [{ kind: 'not judged', path: 'judgement', text: said?.why ?? 'no judgement' }]
        : []),
    ];
    made.push({
      ...{ itemId: one.itemId, recordId: one.recordId, findings },
      ...(walked?.session !== undefined && { session: walked.session }),
      item: {
        ...{ scenario: one.scenario, path: one.path, query: one.query, by: one.by, author: one.author },
        ...(walked && { turns: [...walked.turns], ending: walked.ending }),
        ...(judgement && { judgement }),
        findings: findings.map(({ kind, path, text }) => ({ path, text: `${kind}: ${text}` })),
      },
      keys: {
        ...one.keys,
        ...(result && { [TRAJECTORIES_STAGE]: result.keys }),
        ...(said && said.keys.length > 0 && { [JUDGE_STAGE]: said.keys }),
      },
    });
  }
  return made.sort((a, b) => byText(a.itemId, b.itemId));
}

/** All queries of a run with their outcomes, by item id. @param soFar whether some may lack one */
export async function collectQueries(
  store: Store,
  runId: string,
  soFar = false,
): Promise<Map<string, CollectedQuery>> {
  const { run } = await ToolEyesContext.open(store, runId);
  const found = new Map<string, CollectedQuery>();
  for (const line of await queryLines(store, runId, soFar)) found.set(line.itemId, { line });
  const scores = await gateReviews(store, runId, 'judgements');
  const reviewed = isReviewed(run.frozen.review);
  for await (const batch of batched(await madeItems(store, runId, soFar), AT_ONCE)) {
    const ids = batch.map(({ itemId }) => itemId);
    const records = reviewed ? await readReviewRecords(store, runId, ids) : undefined;
    for (const made of batch) {
      const { itemId, item, findings, keys } = made;
      const { version, reviewRecord } = records?.get(`${item.scenario} ${itemId}`) ?? {};
      const flags = [...new Set(findings.map(({ kind }) => kind))].sort(byText);
      const before = found.get(itemId)?.line;
      const judgementReview = scores?.get(itemId);
      if (before === undefined) throw new Error(`the query ${itemId} has no line`);
      found.set(itemId, {
        made,
        line: {
          ...{ itemId, recordId: made.recordId, scenario: item.scenario, path: item.path, by: item.by },
          itemVersion: version ?? versionOfToolEyesItem(item),
          ...(flags.length === 0 ? {} : { flags }),
          keys: lineKeys(keys),
          ...(made.session !== undefined && { session: made.session }),
          ...(before.writing && { writing: before.writing }),
          ...(before.queryReview && { queryReview: before.queryReview }),
          ...(judgementReview && { judgementReview }),
          ...outcomeAfterReview(reviewed ? (reviewRecord ?? UNSETTLED) : undefined),
        },
      });
    }
  }
  return found;
}

/** Decision of an item added after the run was last closed for review. */
const UNSETTLED: ReviewRecord = { outcome: 'undecided', rounds: [] };

/** Outcomes of all queries that did not finish. */
async function queryLines(store: Store, runId: string, soFar: boolean): Promise<ToolEyesLineage[]> {
  const { settings } = await ToolEyesContext.open(store, runId);
  const { pool, failed } = await pooledQueries(store, runId, soFar);
  const near = await nearDuplicatesOf(store, runId);
  const reviews = await gateReviews(store, runId, 'queries');
  const written = await gateReviews(store, runId, WRITING_GATE);
  const trajectories = settings.trajectories ? await madeTrajectories(store, runId) : undefined;
  const names = new Map(pool.map(({ itemId, recordId }) => [itemId, recordId]));
  const lineOf = (one: PooledQuery): ToolEyesLineage => {
    const { itemId, recordId, scenario, path, by, keys } = one;
    const queryReview = reviews?.get(itemId);
    const writing = written?.get(itemId);
    const line = {
      ...{ itemId, recordId, scenario, path, by, keys: lineKeys(keys) },
      ...(writing && { writing }),
      ...(queryReview && { queryReview }),
    };
    const like = near.get(itemId);
    if (like !== undefined && isDropped(one, near))
      return {
        ...{ ...line, outcome: 'dropped', stage: DUPLICATES_STAGE, reason: 'near-duplicate' },
        detail: `${names.get(like.of) ?? like.of} (${like.similarity})`,
      };
    if (reviews !== undefined && queryReview?.record.outcome !== 'accepted')
      return {
        ...{ ...line, outcome: 'dropped', stage: REVIEW_QUERIES_STAGE, reason: REJECTED },
        detail: queryReview?.record.reason ?? '',
      };
    const end = trajectories?.get(itemId);
    if (end?.outcome !== 'set aside') return { ...line, outcome: 'undecided' };
    return {
      ...{ ...line, outcome: 'set aside', stage: TRAJECTORIES_STAGE, reason: end.reason, detail: end.detail },
      keys: lineKeys({ ...keys, [TRAJECTORIES_STAGE]: end.keys }),
    };
  };
  return [
    ...(await linesWithoutTools(store, runId)),
    ...(await notWrittenLines(store, runId)),
    ...failed.flatMap(({ asked: { recordId, scenario, path, count }, keys, reason, detail }) =>
      Array.from({ length: count }, (_, at): ToolEyesLineage => {
        const id = `${recordId}/${at}`;
        return {
          ...{ itemId: queryId(id), recordId: id, scenario, path, by: 'model', outcome: 'set aside' },
          ...{ stage: DRAFTS_STAGE, reason, detail, keys: { [DRAFTS_STAGE]: [...keys] } },
        };
      }),
    ),
    ...pool.map(lineOf),
  ];
}
