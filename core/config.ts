import * as z from 'zod';
import { renamedKeys } from './renamed-keys.js';
import { hardConfigSchema } from './mtu-bench/hard.js';
import { modelConfigSchema } from './model-config.js';
import { roundSchema } from './review/policy.js';
import { webhooksSchema } from './review/webhook.js';
import { RECHECK_ENDS } from './mtu-bench/rechecking.js';
import { REWRITE_PARTS } from './mtu-bench/rewriting.js';
import { clusteringSettingsSchema, mtuBenchSettingsSchema, splitSettingsSchema } from './mtu-bench/run.js';
import { toolsConfigSchema } from './tools-config.js';

/** The shape of `temporal.config.ts`, the one configuration file. Every field has a default. */
export const configSchema = z.strictObject({
  /** Folder of the store and of the embedded engine, relative to the configuration file. */
  home: z.string().default('.benchwright'),
  store: z
    .strictObject({
      /**
       * Keeps the store in a PostgreSQL database instead of `store.db` in the home. What is left out comes from the
       * variables that all PostgreSQL tools read (PGHOST, …); the password from PGPASSWORD or `~/.pgpass`, never from here.
       */
      postgres: z
        .strictObject({
          host: z.string().optional(),
          port: z.int().min(1).max(65535).optional(),
          database: z.string().optional(),
          user: z.string().optional(),
          /** Holds this store's tables, so that a database can hold several stores. */
          schema: z
            .string()
            .regex(/^[a-z_][a-z0-9_]{0,62}$/, 'small letters, digits and _, at most 63')
            .default('benchwright'),
          /** By default as PGSSLMODE says. */
          ssl: z.enum(['off', 'no-verify', 'verify']).optional(),
        })
        .optional(),
    })
    .prefault({}),
  temporal: z
    .strictObject({
      /** Address of a running Temporal server; without it (and without TEMPORAL_ADDRESS) the embedded one is used. */
      address: z.string().optional(),
      namespace: z.string().optional(),
      /** A connection profile of Temporal's own configuration file (API key, TLS): see @temporalio/envconfig. */
      profile: z.string().optional(),
      /** A `temporal` executable for the embedded engine; else PATH, the cache, the download, `go install`. */
      executable: z.string().optional(),
      /** Port of the embedded server on 127.0.0.1; a free one by default. */
      port: z.int().min(1).max(65535).optional(),
      uiPort: z.int().min(1).max(65535).optional(),
      /** Seconds without a command or worker after which the embedded engine stops by itself. */
      idleSeconds: z.int().min(1).default(60),
    })
    .prefault({}),
  /** Packages or modules that add families, sources and publish formats (docs/extensions.md); paths are relative to this file. */
  extensions: z.array(z.string().min(1)).default([]),
  /** Folder of prompts of your own, relative to the configuration file: `<id>.txt` stands in for the product's. */
  prompts: z.string().optional(),
  mtuBench: z
    .strictObject({
      referenceDay: mtuBenchSettingsSchema.shape.referenceDay.default('2019-03-01'),
      distractors: mtuBenchSettingsSchema.shape.distractors.default(3),
      distractorCloseness: mtuBenchSettingsSchema.shape.distractorCloseness,
      /** The hard set; without a quota there is none. */
      hard: hardConfigSchema.prefault({}),
      /** What "single tool" means: one distinct tool in the dialogue, or at most one call a turn. */
      singleTool: mtuBenchSettingsSchema.shape.singleTool.default('dialogue'),
      /** Clustering of tools by name. */
      clustering: z
        .strictObject({
          embedder: z
            .discriminatedUnion('kind', [
              z.strictObject({ kind: z.literal('lexical') }),
              z.strictObject({
                kind: z.literal('local'),
                /** Folder of a sentence-embedding model in ONNX form, relative to the configuration file. */
                model: z.string(),
                dtype: z.enum(['fp32', 'q8']).default('q8'),
              }),
              z.strictObject({
                kind: z.literal('openai'),
                /** Of a server that `models.openai` reaches. */
                model: z.string().min(1),
                dimensions: z.int().positive().optional(),
              }),
            ])
            .default({ kind: 'lexical' }),
          /** Cosine distances; by default those that suit the embedder. */
          threshold: clusteringSettingsSchema.shape.threshold.optional(),
          modelThreshold: clusteringSettingsSchema.shape.modelThreshold,
          duplicateThreshold: clusteringSettingsSchema.shape.duplicateThreshold,
          parameterThreshold: clusteringSettingsSchema.shape.parameterThreshold.optional(),
          descriptions: clusteringSettingsSchema.shape.descriptions.default(false),
          /** YAML file of clusters that a person split or named, relative to the configuration file. */
          decisions: z.string().optional(),
        })
        .prefault({}),
      split: z
        .strictObject({
          testShare: splitSettingsSchema.shape.testShare.default(0.2),
          /** 5 of the paper's 31 topics are held out. */
          heldOut: splitSettingsSchema.shape.heldOut.default({ share: 0.16 }),
          /** YAML table of topics, relative to the configuration file; `paper` for the ready-made one. */
          topics: z.string().optional(),
          nearDuplicate: splitSettingsSchema.shape.nearDuplicate.default(0.7),
          quotas: splitSettingsSchema.shape.quotas.default({}),
        })
        .prefault({}),
      /** Tools by id (* for any letters) whose dialogues are dropped, as their intents are not fit for tools. */
      dropIntents: z.array(z.string().min(1)).default([]),
      /** Whether the role `judge` says which intents are fit for tools. */
      judgeIntents: z.boolean().default(false),
      /** The policy by which people decide on that: `none`, or as `--review`. */
      reviewIntents: z.string().default('none'),
      /** Whether the role `generator` makes tools and calls of dialogues that have none (MetaLWOZ, TM-1, TM-2). */
      create: z.boolean().default(false),
      /** The policy by which people decide on the tools of it that clustering leaves double: `none`, or as `--review`. */
      reviewDuplicates: z.string().default('none'),
      /** What becomes of items whose gold the role `judge` finds wrong; `none`: nobody is asked. */
      recheck: z.enum([...RECHECK_ENDS, 'none']).default('none'),
      /** What the role `generator` writes anew in the items that go into files. */
      rewrite: z.array(z.enum(REWRITE_PARTS)).default([]),
    })
    .prefault({}),
  tEval: z
    .strictObject({
      /** The policy by which people decide on queries before these are annotated: `none`, or as `--review`. */
      reviewQueries: z.string().default('none'),
    })
    .prefault({}),
  models: modelConfigSchema,
  /** How tools of a library are really called. */
  tools: toolsConfigSchema,
  review: z
    .strictObject({
      /** Policies of your own by name, beside the ready-made ones. */
      policies: z
        .record(
          z.string().regex(/^[a-z][a-z0-9-]*$/),
          z.strictObject({ rounds: z.array(roundSchema).min(1) }),
        )
        .default({}),
      /** Markdown file that reviewers are shown, relative to the configuration file; by default the family's. */
      guideline: z.string().optional(),
      /** Who is told of settled items, by signed requests (docs/review.md, "Webhooks"). */
      webhooks: webhooksSchema.default([]),
    })
    .prefault({}),
  limits: z
    .strictObject(
      {
        /** Share of records, 0 to 1, that may be quarantined before a run stops. */
        quarantinedShare: mtuBenchSettingsSchema.shape.setAsideShare.default(0.05),
      },
      { error: renamedKeys({ setAsideShare: 'quarantinedShare' }) },
    )
    .prefault({}),
});
export type Config = z.infer<typeof configSchema>;

/** Types `temporal.config.ts`: `export default defineConfig({ … })`. Checked when a command loads it. */
export function defineConfig(config: z.input<typeof configSchema>): z.input<typeof configSchema> {
  return config;
}
