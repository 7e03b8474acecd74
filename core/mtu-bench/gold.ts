import * as z from 'zod';

/**
 * How gold labels are determined. `as-annotated`: as in the corpus; also used by exports without this setting.
 * `checked`: wrong or ambiguous annotations are corrected by rule, or marked as suspect.
 */
export const GOLD_RULES = ['checked', 'as-annotated'] as const;
export type GoldRules = (typeof GOLD_RULES)[number];

/**
 * Versions of the checked rules, oldest first. Version 2 adds checks for what readers of version 1's items disputed.
 */
const GOLD_VERSIONS = [1, 2] as const;
export type GoldVersion = (typeof GOLD_VERSIONS)[number];
export const NEWEST_GOLD: GoldVersion = 2;

/** Setting of a run; absent: `as-annotated`. */
export const goldSchema = z
  .strictObject({
    /** Incremented when a rule changes; exports keep their version. */
    checked: z.literal(GOLD_VERSIONS),
    /** Set if items with suspect gold are in the evaluation files, and dialogues are not cut before suspect turns. */
    keepSuspects: z.literal(true).exactOptional(),
  })
  .exactOptional();
export type GoldSetting = z.infer<typeof goldSchema>;

/** The setting for a choice of rules. @param version of the checked rules */
export const goldSetting = (
  rules: GoldRules,
  keepSuspects = false,
  version: GoldVersion = NEWEST_GOLD,
): { readonly gold?: NonNullable<GoldSetting> } =>
  rules === 'as-annotated' ? {} : { gold: { checked: version, ...(keepSuspects && { keepSuspects }) } };

/** The rules of a run with this setting. */
export const goldRulesOf = ({ gold }: { readonly gold?: GoldSetting | undefined }): GoldRules =>
  gold === undefined ? 'as-annotated' : 'checked';
