import * as z from 'zod';

/**
 * How gold labels are decided. `as-annotated`: as the corpus has them, which is what exports without this setting were
 * made with. `checked`: what a corpus annotates wrongly or undecidably is settled by rule, or marked as suspect.
 */
export const GOLD_RULES = ['checked', 'as-annotated'] as const;
export type GoldRules = (typeof GOLD_RULES)[number];

/** In the settings of a run; absent: `as-annotated`. */
export const goldSchema = z
  .strictObject({
    /** Raised when a rule changes; an earlier version would then be kept beside it. */
    checked: z.literal(1),
    /** Items with suspect gold go into the evaluation files, and no dialogue is cut before a suspect turn. */
    keepSuspects: z.literal(true).exactOptional(),
  })
  .exactOptional();
export type GoldSetting = z.infer<typeof goldSchema>;

/** The setting of a choice. */
export const goldSetting = (
  rules: GoldRules,
  keepSuspects = false,
): { readonly gold?: NonNullable<GoldSetting> } =>
  rules === 'as-annotated' ? {} : { gold: { checked: 1, ...(keepSuspects && { keepSuspects }) } };

/** The rules of a run with this setting. */
export const goldRulesOf = ({ gold }: { readonly gold?: GoldSetting | undefined }): GoldRules =>
  gold === undefined ? 'as-annotated' : 'checked';
