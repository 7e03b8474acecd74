import * as z from 'zod';
import { countsByReason } from './frozen-parts.js';

/** What of an item a model may write anew. */
export const REWRITE_PARTS = ['thoughts', 'replies'] as const;
export type RewritePart = (typeof REWRITE_PARTS)[number];

/** The stage in which items are rewritten. */
export const REWRITE_STAGE = 'rewrite' as const;

export const rewriteSettingsSchema = z.strictObject({
  parts: z.array(z.enum(REWRITE_PARTS)).min(1),
  /** Independent answers to one request before the item's rewriting is set aside. */
  samples: z.int().positive(),
  /** Whether a model is shown what is wrong with its answer before a fresh one is asked for. */
  repair: z.boolean(),
});
export type RewriteSettings = z.infer<typeof rewriteSettingsSchema>;

/** What became of the items that were to be rewritten; items = rewritten + set aside. */
export const rewriteCountsSchema = z.strictObject({
  items: z.int(),
  rewritten: z.int(),
  setAside: countsByReason,
});
export type RewriteCounts = z.infer<typeof rewriteCountsSchema>;

/** The words that a model wrote for a turn. */
export interface TurnWords {
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
