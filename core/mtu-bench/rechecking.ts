import * as z from 'zod';
import { countsByReason } from '../frozen-parts.js';

export { RECHECK_STAGE } from './stages.js';

/** What becomes of an item that the model finds wrong: it is in no file, or a reviewer is told. */
export const RECHECK_ENDS = ['drop', 'flag'] as const;

/** The reason of dropped items and the check of flagged ones. */
export const MODEL_RECHECK = 'model recheck';

export const recheckSettingsSchema = z.strictObject({
  wrong: z.enum(RECHECK_ENDS),
  /** Independent answers to one request before the item's recheck is quarantined. */
  samples: z.int().positive(),
  /** Whether a model is shown what is wrong with its answer before a fresh one is asked for. */
  repair: z.boolean(),
});
export type RecheckSettings = z.infer<typeof recheckSettingsSchema>;

/** What the paper has checked: whether a call was needed, which tool, with which parameters. */
export const RECHECKED = ['necessity', 'tool', 'parameters'] as const;

/** What a model says of an item. */
export const verdictSchema = z.strictObject({
  right: z.boolean(),
  /** What is wrong, none where all is right. Turns count from 1. */
  problems: z.array(
    z.strictObject({ turn: z.int().positive(), what: z.enum(RECHECKED), reason: z.string().min(1) }),
  ),
});
export type RecheckVerdict = z.infer<typeof verdictSchema>;

/** What became of the items that were checked again; items = right + wrong + quarantined. */
export const recheckCountsSchema = z.strictObject({
  items: z.int(),
  right: z.int(),
  wrong: z.int(),
  /** Of which nothing usable was said: they stay where they are. */
  setAside: countsByReason,
  /** Items of a cell's reserve that took the place of wrong ones. */
  promoted: z.int(),
});
export type RecheckCounts = z.infer<typeof recheckCountsSchema>;
