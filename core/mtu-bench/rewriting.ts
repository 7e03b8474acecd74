import * as z from 'zod';
import { countsByReason } from '../frozen-parts.js';
import type { Setting } from './item.js';

export { REWRITE_STAGE } from './stages.js';

/** What of an item a model may write anew. */
export const REWRITE_PARTS = ['requests', 'thoughts', 'replies'] as const;
export type RewritePart = (typeof REWRITE_PARTS)[number];

export const rewriteSettingsSchema = z.strictObject({
  parts: z.array(z.enum(REWRITE_PARTS)).min(1),
  /** Independent answers to one request before the item's rewriting is quarantined. */
  samples: z.int().positive(),
  /** Whether a model is shown what is wrong with its answer before a fresh one is asked for. */
  repair: z.boolean(),
});
export type RewriteSettings = z.infer<typeof rewriteSettingsSchema>;

/** Whether items of a setting may have something to rewrite: requests are joined in S-M alone. */
export const rewrites = ({ parts }: Pick<RewriteSettings, 'parts'>, setting: Setting): boolean =>
  setting === 'S-M' || parts.some((part) => part !== 'requests');

/** What became of the items that were to be rewritten; items = rewritten + quarantined. */
export const rewriteCountsSchema = z.strictObject({
  items: z.int(),
  rewritten: z.int(),
  setAside: countsByReason,
});
export type RewriteCounts = z.infer<typeof rewriteCountsSchema>;

/** The words that a model wrote for a turn. */
export interface TurnWords {
  /** What the user says, where it was joined from several requests. */
  readonly request?: string;
  readonly thought?: string;
  readonly reply?: string;
}

/** What is kept of an item that was rewritten. */
export interface RewrittenWords {
  /** The version of the item with these words. */
  readonly itemVersion: string;
  /** By turn. */
  readonly turns: readonly TurnWords[];
}
