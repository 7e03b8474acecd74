import { heartbeat } from '@temporalio/activity';
import type { AskManifest } from '../core/ask-manifest.js';
import { askStageOf, type AskCounts } from '../core/ask-run.js';
import { itemId } from '../core/ids.js';
import { writeAnswers, type AnsweredRow } from '../outputs/ask/write-answers.js';
import { getRun, ofFamily, type Run } from '../store/runs.js';
import { retriesOf } from '../store/stages/retries.js';
import { streamSubjects } from '../store/stages/subjects.js';
import type { Store } from '../store/store.js';
import { withHeartbeats } from './heartbeats.js';
import type { AskRow } from '../stages/ask/ask-context.js';
import { writeToFolder } from '../stages/publish-export.js';
import { throwIfStopRequested } from './stop-flag.js';

/** Rows between two notes of progress. */
const ROWS_A_NOTE = 1_000;

/** Activities of the family `ask` alone. */
export function createAskActivities({ store }: { readonly store: Store }) {
  return {
    /**
     * Writes the answers of a run to `out`: beside it under a temporary name, then renamed. Idempotent.
     * @throws OUTPUT_EXISTS, OUTPUT_UNWRITABLE, DISK_FULL
     */
    async exportAnswers({ runId, out }: { runId: string; out: string }): Promise<AskCounts> {
      await throwIfStopRequested(store, runId);
      const run = ofFamily(await getRun(store, runId), 'ask');
      const total = run.frozen.sources.reduce((sum, { rows }) => sum + rows, 0);
      let done = 0;
      const row = (): void => {
        done += 1;
        if (done % ROWS_A_NOTE === 0) heartbeat({ done });
      };
      const retries = await retriesOf(store, runId);
      const answers = { rows: () => answeredRows(store, run), retries };
      const write = (folder: string): Promise<AskManifest> =>
        withHeartbeats(() => writeAnswers(folder, run.frozen, answers, row));
      return (await writeToFolder(store, { run, out, total }, write)).counts;
    },
  };
}

export type AskActivities = ReturnType<typeof createAskActivities>;

/** The rows of a run with what became of them, in the order of its files. */
export async function* answeredRows(store: Store, run: Run<'ask'>): AsyncGenerator<AnsweredRow> {
  const stage = askStageOf(run.frozen.settings);
  for await (const { subject, input, result } of streamSubjects(store, run.runId, stage)) {
    if (result === undefined) throw new Error(`the row ${subject} has no outcome yet`);
    const { id, source, file, line, text } = input as AskRow & { readonly source: string };
    const name = itemId({ family: 'ask', source, recordId: id, stageKey: stage });
    const value = result.outcome === 'done' ? { ...result, value: result.value as object } : result;
    yield { itemId: name, id, source, file, line, text, result: value };
  }
}
