import { askStageOf } from '../../core/ask/run.js';
import { itemId } from '../../core/ids.js';
import type { AnsweredRow } from '../../outputs/ask/write-answers.js';
import type { Run } from '../../store/runs.js';
import { streamWorkItems } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import type { AskRow } from './ask-context.js';

/** The rows of a run with their outcomes, in the order of its files. */
export async function* answeredRows(store: Store, run: Run<'ask'>): AsyncGenerator<AnsweredRow> {
  const stage = askStageOf(run.frozen.settings);
  for await (const { workItem, input, result } of streamWorkItems(store, run.runId, stage)) {
    if (result === undefined) throw new Error(`the row ${workItem} has no outcome yet`);
    const { id, source, file, line, text } = input as AskRow & { readonly source: string };
    const name = itemId({ family: 'ask', source, recordId: id, stageKey: stage });
    const value = result.outcome === 'done' ? { ...result, value: result.value as object } : result;
    yield { itemId: name, id, source, file, line, text, result: value };
  }
}
