import * as z from 'zod';
import { HARD_KINDS } from './hard-kinds.js';
import { SETTINGS } from './item.js';

/** How the hard set is made. */
export const hardSettingsSchema = z.strictObject({
  /** Hard items of each evaluation file, beside the normal ones. */
  quotas: z.partialRecord(z.enum(SETTINGS), z.int().min(0)),
  /** Items made for each kind in turn until the quota is reached: 2 gives twice as many as 1, 0 none. */
  kinds: z.record(z.enum(HARD_KINDS), z.int().min(0).max(100)),
  /** Arguments of a call above which it has many. */
  parameters: z.int().min(1),
  /** Tools of a turn above which it has many. */
  tools: z.int().min(1),
  /** Arguments that an item has from earlier turns, at least. */
  inherited: z.int().min(1),
  /** Values that are chosen from a set, at least. */
  values: z.int().min(1),
  /** Confusable tools that are offered, at most. */
  confusable: z.int().min(1).max(50),
  /** Cosine distance, 0 to 2, of the nearest of them, at most: farther apart nothing is confused. */
  confusableDistance: z.number().min(0).max(2),
});
export type HardSettings = z.infer<typeof hardSettingsSchema>;

/** What became of the hard set. */
export const hardCountsSchema = z.strictObject({
  /** Items of each setting; they are among `items` of the same counts. */
  items: z.record(z.enum(SETTINGS), z.int()),
  /** Items of each kind; an item may be of several. */
  kinds: z.record(z.enum(HARD_KINDS), z.int()),
  /** Settings with fewer items than asked for: all that could be made are there. */
  unfilled: z.partialRecord(z.enum(SETTINGS), z.strictObject({ asked: z.int(), had: z.int() })),
});

export type HardCounts = z.infer<typeof hardCountsSchema>;

/** Whether a run with these settings chooses tools by how near they are. */
export const choosesByCloseness = (settings: {
  readonly distractorCloseness?: number | undefined;
  readonly hard?: HardSettings | undefined;
}): boolean => (settings.distractorCloseness ?? 0) > 0 || settings.hard !== undefined;
