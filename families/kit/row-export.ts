import { addOne } from '../../core/counts.js';
import { answeredBy } from '../../core/model-config.js';
import type { ReviewRecord } from '../../core/review/review-record.js';
import { verifyData } from '../../outputs/compare-files.js';
import { ExportWriter } from '../../outputs/export-writer.js';
import { gateReviews, type GateReviews } from '../../stages/review/settled-gate.js';
import { readManifestOf } from '../../outputs/read-manifest.js';
import { gateQueue } from '../../store/review/queue-place.js';
import { findQueue } from '../../store/review/queue-row.js';
import type { Run } from '../../store/runs.js';
import { retriesOf } from '../../store/stages/retries.js';
import { streamWorkItems, type WorkItemOutcome } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import type { Verification } from '../family.js';
import {
  rowManifestSchema,
  type FinishedRow,
  type RowCounts,
  type RowFamily,
  type RowManifest,
  type RowRun,
} from './row-family.js';
import { gateAfter, rowItemId, versionOfRow, type RowInput } from './row-stages.js';
import { partOr, putPart } from '../../core/own-record.js';
import { writeJson } from '../../core/json.js';

/** A row's line of the lineage. */
export interface RowLineage extends Pick<RowInput, 'id' | 'source' | 'file' | 'line'> {
  readonly itemId: string;
  readonly outcome: 'made' | 'set aside' | 'rejected';
  /** Stage or gate that quarantined or rejected it. */
  readonly at?: string;
  readonly reason?: string;
  readonly detail?: string;
  /** Ledger keys of its calls, in order. */
  readonly keys: readonly string[];
  /** Decisions by gate. */
  readonly reviews?: Readonly<Record<string, { readonly version: string; readonly record: ReviewRecord }>>;
}

/** A row through all stages. */
interface Followed<C> {
  readonly lineage: RowLineage;
  /** Set if it passed all stages. */
  readonly content: C | undefined;
}

/** The rows of a run with their outcomes, in the order of the sources. @throws for a row without an outcome */
export async function followedRows<S, C>(
  family: RowFamily<S, C>,
  store: Store,
  { runId }: Run,
): Promise<Followed<C>[]> {
  const stages = Object.keys(family.stages);
  const rows = new Map<string, { input: RowInput; results: Map<string, WorkItemOutcome> }>();
  for (const stage of stages)
    for await (const { workItem, input, result } of streamWorkItems(store, runId, stage)) {
      if (result === undefined) throw new Error(`the row ${workItem} has no outcome in ${stage} yet`);
      const row = rows.get(workItem) ?? { input: input as RowInput, results: new Map() };
      row.results.set(stage, result);
      rows.set(workItem, row);
    }
  const decided = new Map<string, GateReviews>();
  for (const gate of Object.keys(family.gates)) {
    const reviews = await gateReviews(store, runId, gate);
    if (reviews) decided.set(gate, reviews);
    else await assertNobodyDecides(family, gate, store, runId);
  }
  return [...rows].map(([workItem, { input, results }]) => {
    const { id, source, file, line } = input;
    const itemId = rowItemId(family.spec.name, input);
    const keys: string[] = [];
    const reviews: Record<string, { version: string; record: ReviewRecord }> = {};
    const lineage = (more: Pick<RowLineage, 'outcome' | 'at' | 'reason' | 'detail'>): RowLineage => ({
      ...{ itemId, source, file, line, id, ...more, keys },
      ...(Object.keys(reviews).length === 0 ? {} : { reviews }),
    });
    let content: unknown;
    for (const stage of stages) {
      const result = results.get(stage);
      if (result === undefined) throw new Error(`the row ${workItem} never reached ${stage}`);
      keys.push(...result.keys);
      if (result.outcome === 'set aside') {
        const { reason, detail } = result;
        return { lineage: lineage({ outcome: 'set aside', at: stage, reason, detail }), content: undefined };
      }
      content = result.value;
      const gate = gateAfter(family, stage);
      const record = gate === undefined ? undefined : decided.get(gate)?.get(itemId)?.record;
      if (gate === undefined || record === undefined) continue;
      putPart(reviews, gate, { version: versionOfRow(content), record });
      if (record.outcome !== 'accepted')
        return {
          lineage: lineage({
            ...{ outcome: 'rejected', at: gate, reason: record.reason ?? record.outcome },
          }),
          content: undefined,
        };
      content = record.content ?? content;
    }
    return { lineage: lineage({ outcome: 'made' }), content: content as C };
  });
}

/** @throws if the run has a queue for a gate whose decisions were not stored, so that the export would ignore them */
async function assertNobodyDecides<S, C>(
  { spec }: RowFamily<S, C>,
  gate: string,
  store: Store,
  runId: string,
): Promise<void> {
  if ((await findQueue(store.db.read, gateQueue(runId, gate))) === undefined) return;
  throw new Error(
    `the pipeline of ${spec.name} exports without the decisions at the gate ${gate}: after \`on.review('${gate}')\` it needs \`await on.once('open-STAGE')\` of the next stage, or \`await on.once('open-export')\` after the last`,
  );
}

/** Writes `data/` and `manifest.json` of an export into an empty folder. @param row called per row */
export async function writeRows<S, C>(
  family: RowFamily<S, C>,
  store: Store,
  run: Run,
  folder: string,
  row: () => void,
): Promise<RowManifest<S>> {
  const counts: Omit<RowCounts, 'rows' | 'review'> & { rows: number; made: number } = {
    ...{ rows: 0, made: 0, setAside: {}, rejected: {} },
  };
  const finished: FinishedRow<C>[] = [];
  const lines: string[] = [];
  for (const { lineage, content } of await followedRows(family, store, run)) {
    counts.rows += 1;
    const { itemId, id, outcome, at = '', reason = '' } = lineage;
    if (content !== undefined) finished.push({ itemId, id, content });
    if (outcome === 'made') counts.made += 1;
    else if (outcome === 'rejected') addOne(counts.rejected, at);
    else addOne(partOr(counts.setAside, at, {}), reason);
    lines.push(writeJson(lineage));
    row();
  }
  const writer = new ExportWriter(folder);
  const lineageFile = ['data/lineage.jsonl', lines] as const;
  for (const [path, content] of [...Object.entries(family.files(finished)), lineageFile]) {
    if (!/^data\/[\w.-]+$/.test(path)) throw new Error(`a file of an export is data/NAME, not ${path}`);
    await writer.lines(path, content, String);
  }
  await writer.retries(await retriesOf(store, run.runId));
  const { models, ...frozen } = run.frozen as RowRun<S>;
  return writer.manifest<RowManifest<S>>({ ...frozen, models: answeredBy(models), counts });
}

/** Compares the files of an export with its manifest. @throws NOT_AN_EXPORT */
export async function verifyRows<S, C>(
  { spec, settings }: RowFamily<S, C>,
  folder: string,
): Promise<Verification & { readonly manifest: RowManifest<S> }> {
  const manifest = await readManifestOf(
    folder,
    rowManifestSchema(spec.name, settings),
    `a folder that \`benchwright run ${spec.name}\` wrote`,
  );
  return verifyData(folder, manifest);
}
