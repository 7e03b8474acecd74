import { findRunDocument, type RunDocument } from '../documents.js';
import { getShard } from './records.js';
import type { NewRun, Run } from '../runs.js';
import type { Store } from '../store.js';

/** Kinds of documents that a run has at its creation; the others are made by its stages. */
const GIVEN: readonly RunDocument['kind'][] = ['prompt', 'catalogue', 'decisions', 'topics', 'renaming'];

/** The inputs with which a run was created, before any of its work. */
export async function runInputs(store: Store, run: Run<'mtu-bench'>): Promise<NewRun<'mtu-bench'>> {
  const { runId, name, frozen, roots, out } = run;
  const numbers = await store.db.read
    .selectFrom('shards')
    .select(['shard', 'bytes'])
    .where('run_id', '=', runId)
    .orderBy('shard')
    .execute();
  const names = await store.db.read
    .selectFrom('run_documents')
    .select(['kind', 'name'])
    .where('run_id', '=', runId)
    .where('kind', 'in', GIVEN)
    .execute();
  const documents = await Promise.all(
    names.map(async ({ kind: text, name: of }): Promise<RunDocument> => {
      const place = { kind: text as RunDocument['kind'], name: of };
      return { ...place, text: (await findRunDocument(store, runId, place)) ?? '' };
    }),
  );
  const shards = await Promise.all(
    numbers.map(async ({ shard, bytes }) => ({ ...(await getShard(store, runId, shard)), bytes })),
  );
  return { name, frozen, roots, out, shards, documents };
}
