import type { Kysely } from 'kysely';
import { sha256Hex } from '../core/digest.js';
import { packText, unpackText } from './compress.js';
import type { Store } from './store.js';
import type { Tables } from './tables.js';

/**
 * A text that belongs to a run. Frozen at its creation: prompts, the catalogue of tools or the tools themselves, a person's decisions on
 * clusters, a table of topics, the names of another schema, facts about the data behind tools, what reviewers are told, decisions of an export that are taken over. Made by its
 * stages, from what was frozen: the catalogue with a model's tools, pairs of them, the clustered catalogue, the mapping, which tools are near, the split's counts; what reviewers were told last.
 */
export interface RunDocument {
  readonly kind:
    | 'prompt'
    | 'catalogue'
    | 'tools'
    | 'decisions'
    | 'topics'
    | 'renaming'
    | 'guideline'
    | 'carried'
    | 'proposed'
    | 'clustered'
    | 'mapping'
    | 'closeness'
    | 'split'
    | 'near-duplicates'
    | 'settled'
    | 'databases'
    | 'library'
    | 'queries'
    | 'facts';
  /** Id of a prompt; the kind again for those a run has one of. */
  readonly name: string;
  readonly text: string;
}

type Place = Pick<RunDocument, 'kind' | 'name'>;

/** What the split stage keeps last: with it the stage has ended. */
export const SPLIT_DOCUMENT = { kind: 'split', name: 'split' } as const satisfies Place;

/** What the recheck of a run's items came to: with it the stage has ended. It goes with the split. */
export const RECHECK_DOCUMENT = { kind: 'split', name: 'recheck' } as const satisfies Place;

/** The table that gives tools their topics, where a run was given one. */
export const TOPICS_DOCUMENT = { kind: 'topics', name: 'topics' } as const satisfies Place;

/** The tools since clustering; the same with the documents that a model wrote for its own tools, once they are settled. */
export const CLUSTERED_TOOLS = { kind: 'clustered', name: 'clustered' } as const satisfies Place;
export const DOCUMENTED_TOOLS = { kind: 'clustered', name: 'documented' } as const satisfies Place;

/** The frozen catalogue with the tools that a model proposed, once they are gathered. */
export const PROPOSED_CATALOGUE = { kind: 'proposed', name: 'proposed' } as const satisfies Place;

/** Which tools are near to each: what distractors are chosen by. */
export const CLOSENESS_DOCUMENT = { kind: 'closeness', name: 'closeness' } as const satisfies Place;

/** The library of tools that a run of `t-eval` was given, and which of its queries say what others say. */
export const TOOLS_DOCUMENT = { kind: 'tools', name: 'tools' } as const satisfies Place;
export const DUPLICATES_DOCUMENT = {
  kind: 'near-duplicates',
  name: 'near-duplicates',
} as const satisfies Place;

/** What is known of the data behind the tools of a run, one fact a line (core/facts.ts). */
export const FACTS_DOCUMENT = { kind: 'facts', name: 'facts' } as const satisfies Place;

/** The same library with what a model put into poor documents, once that is settled (core/t-eval/documents.ts). */
export const COMPLETED_DOCUMENT = { kind: 'tools', name: 'completed' } as const satisfies Place;

/** What people decided on its queries before they are annotated, once that is settled (core/t-eval/query-item.ts). */
export const QUERIES_DOCUMENT = { kind: 'decisions', name: 'queries' } as const satisfies Place;
/** The same of earlier rounds of candidates, while people decide on those of the next. */
export const EARLIER_QUERIES_DOCUMENT = {
  kind: 'decisions',
  name: 'queries of earlier rounds',
} as const satisfies Place;

/** What becomes of a run's intents, once that is settled (core/mtu-bench/intent-lines.ts). */
export const INTENTS_DOCUMENT = { kind: 'settled', name: 'intents' } as const satisfies Place;

/** Pairs of tools that clustering leaves double, and what people decided on them (core/mtu-bench/tool-pairs.ts). */
export const PAIRS_DOCUMENT = { kind: 'proposed', name: 'pairs' } as const satisfies Place;
export const SETTLED_PAIRS_DOCUMENT = { kind: 'decisions', name: 'duplicates' } as const satisfies Place;

/** What a run's reviewers were told, as it was begun and when it was last exported. */
export const GUIDELINE = { kind: 'guideline', name: 'guideline' } as const satisfies Place;
export const GUIDELINE_AT_EXPORT = { kind: 'guideline', name: 'told' } as const satisfies Place;
/** What those were told who decide at a gate; absent: on the run's items. */
export const guidelinePlace = (gate: string | undefined): Place =>
  gate === undefined ? GUIDELINE : { kind: 'guideline', name: gate };

/** What a run's reviewers were told last; undefined where there are none. */
export const guidelineAtExport = async (store: Store, runId: string): Promise<string | undefined> =>
  (await findRunDocument(store, runId, GUIDELINE_AT_EXPORT)) ?? findRunDocument(store, runId, GUIDELINE);

/** Whether the run has a text of this kind and name; in a write job, or as it is now. */
export async function hasDocument(
  trx: Kysely<Tables>,
  runId: string,
  { kind, name }: Place,
): Promise<boolean> {
  const row = await trx
    .selectFrom('run_documents')
    .select('sha256')
    .where('run_id', '=', runId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}

/** A text of the run, if it has one of this kind and name. */
export async function findRunDocument(
  store: Store,
  runId: string,
  { kind, name }: Place,
): Promise<string | undefined> {
  const row = await store.db.read
    .selectFrom('run_documents')
    .innerJoin('documents', 'documents.sha256', 'run_documents.sha256')
    .select('body')
    .where('run_id', '=', runId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst();
  return row && unpackText(row.body);
}

/** A text of the run. @throws when the run has none of this kind and name */
export async function runDocument(store: Store, runId: string, place: Place): Promise<string> {
  const text = await findRunDocument(store, runId, place);
  if (text === undefined) throw new Error(`the run ${runId} has no ${place.kind} "${place.name}"`);
  return text;
}

/** Keeps what a stage made, in the place of what it made before. */
export const keepRunDocument = (store: Store, runId: string, document: RunDocument): Promise<void> =>
  store.db.write((trx) => insertRunDocument(trx, runId, document));

/** The same inside a write job. */
export async function insertRunDocument(
  trx: Kysely<Tables>,
  runId: string,
  { kind, name, text }: RunDocument,
): Promise<void> {
  const [sha256, body] = [sha256Hex(text), packText(text)];
  await trx
    .insertInto('documents')
    .values({ sha256, body })
    .onConflict((c) => c.doNothing())
    .execute();
  await trx
    .insertInto('run_documents')
    .values({ run_id: runId, kind, name, sha256 })
    .onConflict((c) => c.columns(['run_id', 'kind', 'name']).doUpdateSet({ sha256 }))
    .execute();
}

/** Puts a text in the place of another; without one, nothing happens. */
export const moveRunDocument = (store: Store, runId: string, from: Place, to: Place): Promise<void> =>
  store.db.write(async (trx) => {
    if (!(await hasDocument(trx, runId, from))) return;
    await trx
      .deleteFrom('run_documents')
      .where('run_id', '=', runId)
      .where('kind', '=', to.kind)
      .where('name', '=', to.name)
      .execute();
    await trx
      .updateTable('run_documents')
      .set({ kind: to.kind, name: to.name })
      .where('run_id', '=', runId)
      .where('kind', '=', from.kind)
      .where('name', '=', from.name)
      .execute();
  });
