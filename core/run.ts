import * as z from 'zod';
import { SETTINGS } from './item.js';

/** Version of the frozen configuration and of the export's manifest. */
export const RUN_FORMAT = 1;

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 digest of 64 hexadecimal digits');

export const sourceFileSchema = z.strictObject({
  /** Path inside the source folder, with `/`. */
  path: z.string(),
  split: z.string(),
  bytes: z.int().nonnegative(),
  sha256: digestSchema,
});

export const frozenSourceSchema = z.strictObject({
  /** The name given on the command line, part of every item id. */
  name: z.string(),
  kind: z.enum(['sgd']),
  /** SPDX id of the licence that what is made from it carries. */
  licence: z.string(),
  /** Who is to be named. */
  attribution: z.string(),
  schemas: z.array(sourceFileSchema),
  /** Dialogue files ("shards") in reading order, with the number of records in each. */
  shards: z.array(sourceFileSchema.extend({ records: z.int().nonnegative() })),
});
export type FrozenSource = z.infer<typeof frozenSourceSchema>;

export const runSettingsSchema = z.strictObject({
  /** The day that relative dates are resolved against, YYYY-MM-DD. */
  referenceDay: z.iso.date(),
  /** Tools offered beside the item's own. */
  distractors: z.int().min(0).max(50),
  /** Share of records, 0 to 1, that may be set aside before the run stops. */
  setAsideShare: z.number().min(0).max(1),
});
export type RunSettings = z.infer<typeof runSettingsSchema>;

/** What a run was started with, frozen: `resume` uses this, whatever the configuration says by then. */
export const frozenRunSchema = z.strictObject({
  format: z.literal(RUN_FORMAT),
  family: z.literal('mtu-bench'),
  product: z.string(),
  seed: z.int(),
  review: z.enum(['none']),
  settings: runSettingsSchema,
  sources: z.array(frozenSourceSchema).min(1),
  prompts: z.array(z.strictObject({ id: z.string(), version: z.int(), sha256: digestSchema })),
});
export type FrozenRun = z.infer<typeof frozenRunSchema>;

export const RUN_STATUSES = ['created', 'running', 'finished', 'stopped', 'failed', 'cancelled'] as const;
/** `stopped`: the share of set-asides was above the limit. */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The stages of the MTU-Bench run in part 1, in order. */
export const STAGES = ['convert', 'export'] as const;
export type Stage = (typeof STAGES)[number];

const countsByReason = z.record(z.string(), z.int().nonnegative());

/** Counts of a corpus as read, before any check (formats/sources.md 7.1). */
export const corpusCountsSchema = z.strictObject({
  dialogues: z.int(),
  turns: z.int(),
  userTurns: z.int(),
  calls: z.int(),
  transactionalCalls: z.int(),
  parameters: z.int(),
  callsLackingRequired: z.int(),
  undefinedParameters: z.int(),
  /** Dialogues by number of calls ("5+" from five). */
  callsPerDialogue: countsByReason,
  toolsPerDialogue: countsByReason,
  servicesPerDialogue: countsByReason,
  /** Dialogues by the user turn, from 1, that the first call answers ("4+" from four). */
  firstCallTurn: countsByReason,
  /** Calls by length of the result list ("0", "1", "2-9", "10+"). */
  resultLengths: countsByReason,
});
export type CorpusCounts = z.infer<typeof corpusCountsSchema>;

/** What a run made; the object of `run --json` and the counts of the manifest. read = converted + set aside + dropped. */
export const runCountsSchema = z.strictObject({
  read: z.int(),
  converted: z.int(),
  setAside: countsByReason,
  dropped: countsByReason,
  /** Items kept in the full structure but left out of the evaluation files, by reason. */
  notEvaluated: countsByReason,
  /** Records with at least one flag, by check. */
  flagged: countsByReason,
  /** Gold calls in the evaluation files. */
  calls: z.int(),
  /** Different tools called in the evaluation files. */
  tools: z.int(),
  /** Items (dialogues, or cut turns) in the evaluation files, a setting. */
  items: z.record(z.enum(SETTINGS), z.int()),
  /** Lines of the evaluation files, a setting. */
  records: z.record(z.enum(SETTINGS), z.int()),
  /** Counts of what was read, by source and split (`sgd/dev`). */
  corpus: z.record(z.string(), corpusCountsSchema),
});
export type RunCounts = z.infer<typeof runCountsSchema>;
