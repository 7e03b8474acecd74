import * as z from 'zod';
import { countsByReason, frozenPromptsSchema, RUN_FORMAT } from '../frozen-parts.js';
import { ROLES } from '../model-call.js';
import { frozenModelsSchema } from '../model-config.js';
import { rowsSourceSchema } from '../rows-source.js';

export * from './stages.js';

export const askSettingsSchema = z.strictObject({
  /** Role of the model that answers. */
  role: z.enum(ROLES),
  /** The role that plays the user, if each row starts a conversation instead of one question. */
  user: z.enum(ROLES).nullable(),
  /** Maximum turns of a conversation; a turn is a message of the user and the role's answer. */
  turns: z.int().positive(),
  /** Maximum attempts per request before a row is quarantined: the first, and one after each unusable answer. */
  samples: z.int().positive(),
});

export type AskSettings = z.infer<typeof askSettingsSchema>;

/** Frozen inputs of an `ask` run: rows of files, each a question to a role. */
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

/** Counts of an `ask` run; rows = answered + quarantined. */
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
