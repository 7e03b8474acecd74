import * as z from 'zod';

/**
 * Versions of the sentences that rules write into data: thoughts, the reply where no tool is suitable, and what users of
 * hard items say besides. Version 1 has one form for each situation; version 2 has several, in the first person and with
 * slots in words.
 */
export const TEXTS_VERSIONS = [1, 2] as const;
export type TextsVersion = (typeof TEXTS_VERSIONS)[number];

/** What new runs are made with. */
export const NEWEST_TEXTS: TextsVersion = 2;

/** The version in the settings of a run. Absent: version 1, as in exports made before there was another. */
export const textsSchema = z.literal(2).exactOptional();

/** The setting of a version. */
export const textsSetting = (version: TextsVersion): { readonly texts?: 2 } =>
  version === 1 ? {} : { texts: version };
