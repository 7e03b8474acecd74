import type { Kysely } from 'kysely';
import type { ItemLine } from '../../core/review/api.js';
import type { Actor } from '../../core/review/rules.js';
import type { Tables } from '../tables.js';
import { linesOf } from './item-lines.js';
import { loadItem } from './load-item.js';
import type { Queue } from './queue-row.js';

/** Items shown in the preview of an action on many items. */
export const SAMPLE = 5;

/** The first of these items, as lines of a preview. */
export async function sampleOf(
  db: Kysely<Tables>,
  queue: Queue,
  actor: Actor,
  now: number,
  ids: readonly string[],
): Promise<ItemLine[]> {
  const rows = [];
  for (const id of ids.slice(0, SAMPLE)) rows.push((await loadItem(db, queue.queue, id)).row);
  return linesOf(db, queue, actor, now, rows);
}
