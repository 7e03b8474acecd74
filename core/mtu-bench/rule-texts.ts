import * as z from 'zod';

/**
 * Versions of the sentences that rules write into data: thoughts, the reply if no tool is suitable, and additional user
 * messages of hard items. Version 1 has one sentence per situation; version 2 has several, in the first person and with
 * slot names as words.
 */
export const TEXTS_VERSIONS = [1, 2] as const;
export type TextsVersion = (typeof TEXTS_VERSIONS)[number];

/** Version of new runs. */
export const NEWEST_TEXTS: TextsVersion = 2;

/** The version in the settings of a run. Absent: version 1. */
export const textsSchema = z.literal(2).exactOptional();

/** The setting of a version. */
export const textsSetting = (version: TextsVersion): { readonly texts?: 2 } =>
  version === 1 ? {} : { texts: version };
