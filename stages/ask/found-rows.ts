import { askStageOf } from '../../core/ask/run.js';
import { itemId } from '../../core/ids.js';
import type { Run } from '../../store/runs.js';
import { streamWorkItems } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import type { AskRow } from './ask-context.js';
import type { RowAnswer } from './ask-row.js';
import type { RowConversation } from './converse-row.js';

/** The current state of a row. */
export interface FoundRow {
  readonly itemId: string;
  readonly id: string;
  readonly source: string;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly outcome: 'answered' | 'set aside' | 'waiting';
  readonly reason?: string;
  readonly detail?: string;
  /** The answer, or the conversation. */
  readonly value?: RowAnswer | RowConversation;
}

/**
 * The rows of a run so far, in the order of its files. @param wanted selects rows @param most maximum number of rows
 */
export async function rowsOf(
  store: Store,
  { runId, frozen }: Run<'ask'>,
  wanted: (row: FoundRow) => boolean,
  most: number,
): Promise<FoundRow[]> {
  const stage = askStageOf(frozen.settings);
  const found: FoundRow[] = [];
  for await (const { input, result } of streamWorkItems(store, runId, stage)) {
    if (found.length >= most) break;
    const { id, source, file, line, text } = input as AskRow & { readonly source: string };
    const name = itemId({ family: frozen.family, source, recordId: id, stageKey: stage });
    const row: FoundRow = { itemId: name, id, source, file, line, text, ...outcomeOf(result) };
    if (wanted(row)) found.push(row);
  }
  return found;
}

function outcomeOf(
  result:
    | { readonly outcome: 'done'; readonly value: unknown }
    | { readonly outcome: 'set aside'; readonly reason: string; readonly detail: string }
    | undefined,
): Pick<FoundRow, 'outcome' | 'reason' | 'detail' | 'value'> {
  if (result === undefined) return { outcome: 'waiting' };
  if (result.outcome === 'done')
    return { outcome: 'answered', value: result.value as RowAnswer | RowConversation };
  return { outcome: 'set aside', reason: result.reason, detail: result.detail };
}

/** Whether a name denotes a row: `FILE:LINE`, its own id, or its item id or a prefix. */
export const isRowCalled = ({ itemId: item, id, file, line }: FoundRow, name: string): boolean =>
  `${file}:${line}` === name || id === name || item.startsWith(name);
