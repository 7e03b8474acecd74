import * as z from 'zod';
import { creationCountsSchema, creationSettingsSchema } from './creation.js';
import { CELLS, SETTINGS } from './item.js';
import { countsByReason, digestSchema, frozenPromptsSchema, RUN_FORMAT } from '../frozen-parts.js';
import { frozenModelsSchema } from '../model-config.js';
import { embedderSchema } from '../embedder.js';
import { intentCountsSchema, intentJudgingSchema } from './intents.js';
import { hardCountsSchema, hardSettingsSchema } from './hard.js';
import { recheckCountsSchema, recheckSettingsSchema } from './rechecking.js';
import { confirmationsSchema } from './confirmation.js';
import { goldSchema } from './gold.js';
import { textsSchema } from './rule-texts.js';
import { rewriteCountsSchema, rewriteSettingsSchema } from './rewriting.js';
import { reviewCountsSchema } from '../review/counts.js';
import { reviewSchema } from '../review/policy.js';
import { SPLITS } from '../split.js';
import { toolMappingSchema } from './tool-mapping.js';
import { pairCountsSchema } from './tool-pairs.js';
import { recordOf } from '../own-record.js';

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
  /** Name of its reader, one of `corpusNames()`: checked when it is opened, as extensions add readers. */
  kind: z.string(),
  /** SPDX id of the licence that what is made from it carries. */
  licence: z.string(),
  /** Who is to be named. */
  attribution: z.string(),
  schemas: z.array(sourceFileSchema),
  /** Files that records are read with, such as databases and parallel files; absent where a record is all there is. */
  resources: z.array(sourceFileSchema.omit({ split: true })).optional(),
  /** Schemas of SGD-X in whose names everything is written, one a split; paths inside their own folder. */
  variant: z.array(sourceFileSchema).optional(),
  /** When its system carries things out, where it does not ask for a confirmation first. */
  confirmation: confirmationsSchema.exactOptional(),
  /** Dialogue files ("shards") in reading order, with the number of records in each. */
  shards: z.array(sourceFileSchema.extend({ records: z.int().nonnegative() })),
});
export type FrozenSource = z.infer<typeof frozenSourceSchema>;

/** Clustering of tools (MTU-Bench §3); distances are cosine, 0 to 2. */
export const clusteringSettingsSchema = z.strictObject({
  embedder: embedderSchema,
  /** Tools farther apart than this, by average linkage, stay apart. */
  threshold: z.number().min(0).max(2),
  /** The same where one of the two was made by a model, whose words for one thing differ more; absent without such. */
  modelThreshold: z.number().gt(0).max(2).optional(),
  /** Up to where people decide whether two clusters are one tool, if a model made one; absent where they do not. */
  duplicateThreshold: z.number().gt(0).max(2).optional(),
  /** The same for the parameters of the tools of one cluster. */
  parameterThreshold: z.number().min(0).max(2),
  /** Whether descriptions are compared along with names. */
  descriptions: z.boolean(),
  /** Parameters of other names become one only where their descriptions and values fit. Absent: by name alone. */
  sameMeaning: z.literal(true).exactOptional(),
  /** Digest of the file in which a person split or named clusters; null without one. */
  decisions: digestSchema.nullable(),
});
export type ClusteringSettings = z.infer<typeof clusteringSettingsSchema>;

/** How items are divided (MTU-Bench §3, table 7). */
export const splitSettingsSchema = z.strictObject({
  /** Share of in-domain dialogues, 0 to 1, that goes to the evaluation files; the rest is for training. */
  testShare: z.number().min(0).max(1),
  /** Topics that only OOD has: a share of all, drawn by seed, or named. */
  heldOut: z.union([
    z.strictObject({ share: z.number().min(0).max(1) }),
    z.strictObject({ topics: z.array(z.string()) }),
  ]),
  /** Digest of the table that gives tools their topics; without one a topic is a service without its variant. */
  topics: digestSchema.optional(),
  /** Estimated Jaccard similarity of user utterances from which two dialogues are never on both sides. */
  nearDuplicate: z.number().gt(0).max(1),
  /** Largest share of a tool in an evaluation file; requests of near-equal words count once. Absent: any share. */
  toolShare: z.number().gt(0).max(1).optional(),
  /** Items an evaluation file takes; what is left over on the test side is the reserve. */
  quotas: z.partialRecord(z.enum(CELLS), z.int().min(0)),
  /** Splits that the export writes. */
  write: z.array(z.enum(SPLITS)).min(1),
});
export type SplitSettings = z.infer<typeof splitSettingsSchema>;

export const SINGLE_TOOL_READINGS = ['dialogue', 'turn'] as const;

export const mtuBenchSettingsSchema = z.strictObject({
  /** The day that relative dates are resolved against, YYYY-MM-DD. */
  referenceDay: z.iso.date(),
  /** Tools offered beside the item's own. */
  distractors: z.int().min(0).max(50),
  /** Share of them, 0 to 1, that are the nearest by embedding; the others are drawn by seed, all of them without it. */
  distractorCloseness: z.number().min(0).max(1).optional(),
  /** Share of records, 0 to 1, that may be quarantined before the run stops. */
  setAsideShare: z.number().min(0).max(1),
  /**
   * What "single tool" means of a dialogue: one distinct tool in all of it, or at most one call a turn, which is how
   * many published M-S records read (formats/sources.md 1.4).
   */
  singleTool: z.enum(SINGLE_TOOL_READINGS),
  clustering: clusteringSettingsSchema,
  split: splitSettingsSchema,
  /** Dialogues that call one of these tools are dropped: ids before clustering, * for any letters. Absent: none. */
  dropIntents: z.array(z.string().min(1)).min(1).optional(),
  /** Absent where no model says which intents are fit for tools. */
  judgeIntents: intentJudgingSchema.exactOptional(),
  /** Who decides on that; absent where nobody does. */
  reviewIntents: reviewSchema.exactOptional(),
  /** Absent where dialogues without calls are dropped. */
  create: creationSettingsSchema.optional(),
  /** How people decide on tools that clustering leaves double. Absent: they do not. */
  reviewDuplicates: reviewSchema.optional(),
  /** Version of the thoughts and other sentences that rules write; absent: 1. */
  texts: textsSchema,
  /** How gold labels are decided; absent: as annotated. */
  gold: goldSchema,
  /** Absent where no hard set is made. */
  hard: hardSettingsSchema.optional(),
  /** Absent where no model checks the gold again. */
  recheck: recheckSettingsSchema.optional(),
  /** Absent where no model writes anything. */
  rewrite: rewriteSettingsSchema.optional(),
});
export type MtuBenchSettings = z.infer<typeof mtuBenchSettingsSchema>;

/** What an MTU-Bench run was started with. */
export const mtuBenchRunSchema = z.strictObject({
  format: z.literal(RUN_FORMAT),
  family: z.literal('mtu-bench'),
  product: z.string(),
  seed: z.int(),
  /** How people decide on its items. */
  review: reviewSchema,
  settings: mtuBenchSettingsSchema,
  sources: z.array(frozenSourceSchema).min(1),
  prompts: frozenPromptsSchema,
  /** Absent where none is asked by role. */
  models: frozenModelsSchema.optional(),
});
export type MtuBenchRun = z.infer<typeof mtuBenchRunSchema>;

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

const perSetting = z.record(z.enum(SETTINGS), z.int());
const perCell = z.record(z.enum(CELLS), z.int());

/** What the split stage decided. Dialogues and items are counted before quotas unless it says otherwise. */
export const splitCountsSchema = z.strictObject({
  /** Converted dialogues on each side. */
  dialogues: z.record(z.enum(SPLITS), z.int()),
  /** Topics that only OOD has. */
  heldOut: z.array(z.string()),
  /** Topics that lose tools to OOD as well, since these are clustered with a held-out topic's. */
  besideHeldOut: z.array(z.string()),
  /** Components of near-duplicates by their number of dialogues (1: a dialogue without any). */
  components: countsByReason,
  largestComponent: z.strictObject({ id: z.string(), dialogues: z.int() }),
  /** Items beyond their cell's quota, kept in the order in which they would follow. */
  reserve: z.partialRecord(z.enum(CELLS), z.int()),
  /** Cells with fewer items than their quota. */
  unfilled: z.partialRecord(z.enum(CELLS), z.strictObject({ asked: z.int(), had: z.int() })),
});
export type SplitCounts = z.infer<typeof splitCountsSchema>;

/** What an MTU-Bench run made: counts of its manifest. read = converted + quarantined + dropped. */
export const mtuBenchCountsSchema = z.strictObject({
  read: z.int(),
  converted: z.int(),
  setAside: countsByReason,
  dropped: countsByReason,
  /** Items kept in the full structure but in no evaluation or training file, by reason. */
  notEvaluated: countsByReason,
  /** Records with at least one flag, by check. */
  flagged: countsByReason,
  /** Tools before and after clustering. */
  clusters: toolMappingSchema.pick({ before: true, after: true, ratio: true, sizes: true }),
  split: splitCountsSchema,
  /** Gold calls in the evaluation files. */
  calls: z.int(),
  /** Different tools called in the evaluation files. */
  tools: z.int(),
  /** Items (dialogues, or single turns) in the evaluation files, a cell. */
  items: perCell,
  /** Lines of the evaluation files, a cell. */
  records: perCell,
  /** The same of the training files, a setting. */
  train: z.strictObject({ items: perSetting, records: perSetting }),
  /** Counts of what was read, by source and split (`sgd/dev`). */
  corpus: recordOf(corpusCountsSchema),
  /** Where a model or people decided on intents. */
  intents: intentCountsSchema.exactOptional(),
  /** Where a model was to make calls. */
  creation: creationCountsSchema.optional(),
  /** Where people decided on tools that clustering left double. */
  duplicates: pairCountsSchema.optional(),
  /** Where a hard set was made. */
  hard: hardCountsSchema.optional(),
  /** Of the items that were to go into files, where a model checked their gold again. */
  recheck: recheckCountsSchema.optional(),
  /** Of the items in evaluation and training files, where a model was to rewrite them. */
  rewrite: rewriteCountsSchema.optional(),
  /** Where people decided on them. */
  review: reviewCountsSchema.optional(),
});
export type MtuBenchCounts = z.infer<typeof mtuBenchCountsSchema>;

declare module '../run.js' {
  interface Families {
    readonly 'mtu-bench': { readonly frozen: MtuBenchRun; readonly counts: MtuBenchCounts };
  }
}
