import * as z from 'zod';
import { countsByReason } from '../frozen-parts.js';
import type { Setting } from './item.js';

export { REWRITE_STAGE } from './stages.js';

/** Parts of an item that a model may rewrite. */
export const REWRITE_PARTS = ['requests', 'thoughts', 'replies'] as const;
export type RewritePart = (typeof REWRITE_PARTS)[number];

export const rewriteSettingsSchema = z.strictObject({
  parts: z.array(z.enum(REWRITE_PARTS)).min(1),
  /** Maximum attempts per request before the item's rewriting is quarantined. */
  samples: z.int().positive(),
  /** Whether an unusable answer gets a repair turn before the next attempt. */
  repair: z.boolean(),
});
export type RewriteSettings = z.infer<typeof rewriteSettingsSchema>;

/** Whether items of a setting may have parts to rewrite; only S-M has joined requests. */
export const rewrites = ({ parts }: Pick<RewriteSettings, 'parts'>, setting: Setting): boolean =>
  setting === 'S-M' || parts.some((part) => part !== 'requests');

/** Counts of items to rewrite; items = rewritten + quarantined. */
export const rewriteCountsSchema = z.strictObject({
  items: z.int(),
  rewritten: z.int(),
  setAside: countsByReason,
});
export type RewriteCounts = z.infer<typeof rewriteCountsSchema>;

/** The texts that a model wrote for a turn. */
export interface TurnWords {
  /** The user's message, if it was joined from several requests. */
  readonly request?: string;
  readonly thought?: string;
  readonly reply?: string;
}

/** Stored result of rewriting an item. */
export interface RewrittenWords {
  /** Version of the item with these texts. */
  readonly itemVersion: string;
  /** Texts by turn. */
  readonly turns: readonly TurnWords[];
}
