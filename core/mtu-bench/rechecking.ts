import * as z from 'zod';
import { countsByReason } from '../frozen-parts.js';

export { RECHECK_STAGE } from './stages.js';

/** What happens to an item that the model finds wrong: it is dropped, or flagged for reviewers. */
export const RECHECK_ENDS = ['drop', 'flag'] as const;

/** The reason of dropped items and the check of flagged ones. */
export const MODEL_RECHECK = 'model recheck';

export const recheckSettingsSchema = z.strictObject({
  wrong: z.enum(RECHECK_ENDS),
  /** Maximum attempts per request before the item's recheck is quarantined. */
  samples: z.int().positive(),
  /** Whether an unusable answer gets a repair turn before the next attempt. */
  repair: z.boolean(),
});
export type RecheckSettings = z.infer<typeof recheckSettingsSchema>;

/** What is checked, as in the paper: whether a call was needed, which tool, with which parameters. */
export const RECHECKED = ['necessity', 'tool', 'parameters'] as const;

/** A model's verdict on an item. */
export const verdictSchema = z.strictObject({
  right: z.boolean(),
  /** Problems; empty if all is right. Turns count from 1. */
  problems: z.array(
    z.strictObject({ turn: z.int().positive(), what: z.enum(RECHECKED), reason: z.string().min(1) }),
  ),
});
export type RecheckVerdict = z.infer<typeof verdictSchema>;

/** Counts of rechecked items; items = right + wrong + quarantined. */
export const recheckCountsSchema = z.strictObject({
  items: z.int(),
  right: z.int(),
  wrong: z.int(),
  /** Items without a usable verdict; they are kept. */
  setAside: countsByReason,
  /** Items of the replacement pools that replaced wrong ones. */
  promoted: z.int(),
});
export type RecheckCounts = z.infer<typeof recheckCountsSchema>;
