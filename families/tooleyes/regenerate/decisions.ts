import { decidedOn } from '../../../app/regenerate/exported-decisions.js';
import type { JsonValue } from '../../../core/canonical.js';
import { readItems, readToolEyesLineage } from '../../../outputs/tooleyes/read-export.js';
import type { ExportedDecision } from '../../../store/review/exported-decisions.js';

/** Decisions on queries with trajectories; exports lack the content of rejected ones. */
export async function* decisionsOnItems(folder: string): AsyncGenerator<ExportedDecision> {
  const accepted = new Map<string, JsonValue>();
  for await (const { itemId, item } of readItems(folder)) accepted.set(itemId, item as unknown as JsonValue);
  for await (const { itemId, itemVersion = '', review } of readToolEyesLineage(folder)) {
    const there = decidedOn(itemId, itemVersion, review);
    if (there === undefined) continue;
    const content = accepted.get(itemId);
    yield { ...there, ...(content === undefined ? {} : { content }) };
  }
}
