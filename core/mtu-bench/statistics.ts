import * as z from 'zod';
import { SETTINGS } from './item.js';
import { SPLITS } from '../split.js';
import { recordOf } from '../own-record.js';

const count = z.int().nonnegative();
/** How many items have this number of something; the key is the number. */
const histogram = recordOf(count);

const shapeSchema = z.strictObject({
  items: count,
  turns: count,
  calls: count,
  callsPerItem: histogram,
  toolsPerItem: histogram,
  turnsPerItem: histogram,
});

/** Where the value of an argument came from, as items say it (`ValueOrigin`). */
export const ORIGIN_KINDS = ['stated', 'inherited', 'offered', 'default', 'unknown'] as const;

/**
 * `data/statistics.json`: what is in an export's files, counted while they are written. Items of no split (reserve,
 * not evaluated) are not in it.
 */
export const statisticsSchema = z.strictObject({
  /** A split's items by the setting in which they are asked; settings without one are not there. */
  shapes: z.record(z.enum(SPLITS), z.partialRecord(z.enum(SETTINGS), shapeSchema)),
  /** Gold calls of a tool in each split; by tool id. */
  calls: recordOf(z.record(z.enum(SPLITS), count)),
  /** Arguments of gold calls by where their value came from. */
  arguments: z.record(z.enum(SPLITS), z.record(z.enum(ORIGIN_KINDS), count)),
  /** The first items of each file, and where their lines are in `data/items.jsonl`. */
  examples: z.array(
    z.strictObject({
      file: z.string(),
      name: z.string(),
      /** Byte in `data/items.jsonl` at which the line begins, and its bytes without the line end. */
      offset: count,
      bytes: count,
    }),
  ),
});
export type Statistics = z.infer<typeof statisticsSchema>;
export type Shape = z.infer<typeof shapeSchema>;
