import * as z from 'zod';
import { countsByReason, frozenPromptsSchema, RUN_FORMAT } from '../frozen-parts.js';
import { ROLES } from '../model-call.js';
import { frozenModelsSchema } from '../model-config.js';
import { rowsSourceSchema } from '../rows-source.js';

export * from './stages.js';

export const askSettingsSchema = z.strictObject({
  /** Who is asked. */
  role: z.enum(ROLES),
  /** The role that plays the user, if each row starts a conversation instead of one question. */
  user: z.enum(ROLES).nullable(),
  /** Turns of a conversation at most: the user speaks, the role answers. */
  turns: z.int().positive(),
  /** Answers to one request before a row is quarantined: the first, and fresh ones after those that cannot be used. */
  samples: z.int().positive(),
});

export type AskSettings = z.infer<typeof askSettingsSchema>;

/** What a run of the family `ask` was started with: rows of files, each asked of a role. */
export const askRunSchema = z.strictObject({
  format: z.literal(RUN_FORMAT),
  family: z.literal('ask'),
  product: z.string(),
  seed: z.int(),
  review: z.enum(['none']),
  settings: askSettingsSchema,
  models: frozenModelsSchema,
  sources: z.array(rowsSourceSchema).min(1),
  prompts: frozenPromptsSchema,
});
export type AskRun = z.infer<typeof askRunSchema>;

/** What a run of `ask` made; rows = answered + quarantined. */
export const askCountsSchema = z.strictObject({
  rows: z.int(),
  answered: z.int(),
  setAside: countsByReason,
});
export type AskCounts = z.infer<typeof askCountsSchema>;

declare module '../run.js' {
  interface Families {
    readonly ask: { readonly frozen: AskRun; readonly counts: AskCounts };
  }
}
