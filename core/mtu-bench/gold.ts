import * as z from 'zod';

/**
 * How gold labels are decided. `as-annotated`: as the corpus has them, which is what exports without this setting were
 * made with. `checked`: what a corpus annotates wrongly or undecidably is settled by rule, or marked as suspect.
 */
export const GOLD_RULES = ['checked', 'as-annotated'] as const;
export type GoldRules = (typeof GOLD_RULES)[number];

/** Versions of the checked rules, oldest first. The second one adds what readers of the first one's items disputed. */
const GOLD_VERSIONS = [1, 2] as const;
export type GoldVersion = (typeof GOLD_VERSIONS)[number];
export const NEWEST_GOLD: GoldVersion = 2;

/** In the settings of a run; absent: `as-annotated`. */
export const goldSchema = z
  .strictObject({
    /** Raised when a rule changes; an export keeps the version that it was made with. */
    checked: z.literal(GOLD_VERSIONS),
    /** Items with suspect gold go into the evaluation files, and no dialogue is cut before a suspect turn. */
    keepSuspects: z.literal(true).exactOptional(),
  })
  .exactOptional();
export type GoldSetting = z.infer<typeof goldSchema>;

/** The setting of a choice. @param version of the checked rules */
export const goldSetting = (
  rules: GoldRules,
  keepSuspects = false,
  version: GoldVersion = NEWEST_GOLD,
): { readonly gold?: NonNullable<GoldSetting> } =>
  rules === 'as-annotated' ? {} : { gold: { checked: version, ...(keepSuspects && { keepSuspects }) } };

/** The rules of a run with this setting. */
export const goldRulesOf = ({ gold }: { readonly gold?: GoldSetting | undefined }): GoldRules =>
  gold === undefined ? 'as-annotated' : 'checked';
