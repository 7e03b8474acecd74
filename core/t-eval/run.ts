import * as z from 'zod';
import { callingSchema } from '../calling.js';
import { countsByReason, digestSchema, frozenPromptsSchema, RUN_FORMAT } from '../frozen-parts.js';
import { frozenModelsSchema } from '../model-config.js';
import { reviewCountsSchema } from '../review/counts.js';
import { reviewSchema } from '../review/policy.js';
import { embedderSchema } from '../embedder.js';
import { TEVAL_FILES, type TEvalStem } from './files.js';
import { OBSERVED_BY } from '../observation.js';
import { ORIGINS } from './origins.js';
import { REVIEW_LABELS, type ReviewLabel } from './query.js';
import { recordOf } from '../own-record.js';
import { toolChoiceSchema } from '../tool-choice.js';
import { targetSchema } from '../target.js';

export * from './stages.js';

const share = z.number().min(0).max(1);

/** Of the rules of gold that new runs have. */
export const GOLD_VERSION = 2;

const goldSchema = z.strictObject({
  /** Whether a path with a step that never succeeded stays. */
  keepFailedSteps: z.boolean(),
  /** Whether a model writes values that calls have from nowhere into the query, or they are only flagged. */
  unstated: z.enum(['repair', 'keep']),
  /**
   * Rules of gold; absent: as before 2. From 2 on the kind of a response that a rule made is its label, whatever the
   * reviewing model says, and a word of a document's list does not come from the name of a member of a response.
   */
  version: z.literal(GOLD_VERSION).exactOptional(),
});

const draftingSchema = z.strictObject({
  /** Queries of a prompt that the refiner is given together; the paper has three. */
  together: z.int().min(1).max(10),
});

/** What is known of the data behind the tools; the facts themselves are a document of the run. */
const factsSettingSchema = z.strictObject({
  /** Of the file as the export has it. */
  sha256: digestSchema,
  facts: z.int().positive(),
  /** Facts that a prompt shows at most. */
  shown: z.int().positive(),
  /** The manifest counts the lines of the exported file; earlier ones say 0. */
  counted: z.literal(true).exactOptional(),
});

/** What a run of `t-eval` is told besides its tools (T-Eval §2.3; what is ours is said). */
export const tEvalSettingsSchema = z.strictObject({
  language: z.enum(['en', 'zh']),
  /** Queries that are asked for; fewer are left when some are quarantined or dropped. The paper has 1,500. */
  queries: z.int().positive().max(100_000),
  /** Where as many queries are made as it takes: at most `queries`. Absent: all of them. */
  target: targetSchema.exactOptional(),
  /** Tools that are drawn together. */
  toolsASet: z
    .strictObject({ least: z.int().min(1), most: z.int().min(1).max(10) })
    .refine(({ least, most }) => least <= most, 'least is at most most'),
  /** Prompts of a set; each is shown the queries of those before it. */
  promptsASet: z.int().positive().max(100),
  queriesAPrompt: z.int().positive().max(10),
  /** Whether the role `refiner` revises each query. */
  refine: z.boolean(),
  /** Cosine similarity from which the later one of two queries is dropped. */
  nearDuplicate: z.number().gt(0).max(1),
  embedder: embedderSchema,
  /** Answers to one request before what it is for is quarantined. */
  samples: z.int().positive(),
  repair: z.boolean(),
  /** How often the planner revises a step that the reviewer does not accept. */
  revisions: z.int().min(0).max(10),
  /** Actions of a path at most, its finish not counted. */
  steps: z.int().positive().max(100),
  /** Who writes a call's name and arguments: the paper's prompts let the planner, its text the executor. */
  callsBy: z.enum(['planner', 'executor']),
  /** Shares of simulated calls, at the first attempt of a step, that go wrong: the kinds of REVIEW. */
  faults: z
    .strictObject({ internalError: share, inputError: share, irrelevant: share, unable: share })
    .refine((all) => Object.values(all).reduce((sum, one) => sum + one, 0) <= 1, 'together at most 1'),
  /** Full names of the APIs that are really called, sorted; all others are simulated. */
  called: z.array(z.string()),
  /** How they are called; absent where none is, and in runs made before there was such a rule. */
  calling: callingSchema.exactOptional(),
  /** Which APIs were chosen of those that were read; absent where all were taken, in tools as they were read. */
  choice: toolChoiceSchema.exactOptional(),
  /** How many documents prompts show; absent in earlier runs: all of a set's. */
  documents: z
    .strictObject({
      /** Tokens of the documents in a prompt, for each query that it is about; a query's own APIs are always shown. */
      tokens: z.int().nonnegative(),
    })
    .exactOptional(),
  /** Absent where poor tool documents stay as they are; else who decides on what a model puts into them. */
  complete: z.strictObject({ review: reviewSchema }).exactOptional(),
  /** Who decides on queries before they are annotated; absent where nobody does. */
  reviewQueries: reviewSchema.exactOptional(),
  /**
   * How queries are made; absent in earlier runs: each is refined alone, and a failed prompt costs the later ones of its
   * set.
   */
  drafting: draftingSchema.exactOptional(),
  /** Absent where a run is given no facts. */
  facts: factsSettingSchema.exactOptional(),
  /** What is asked of a path before it is gold; absent in runs made before there was such a rule. */
  gold: goldSchema.exactOptional(),
  /** How REVIEW is balanced; absent in earlier runs: errors in place of simulated calls only, and every call is asked. */
  balance: z
    .strictObject({
      /** Largest share of one answer; 1: every judged call is in the file. */
      most: share.gt(0),
    })
    .exactOptional(),
});
export type TEvalSettings = z.infer<typeof tEvalSettingsSchema>;

/** The library of tools that a run was given. */
export const toolsSourceSchema = z.strictObject({
  /** Part of every item id. */
  name: z.string(),
  kind: z.literal('tools'),
  /** What it was read from: `t-eval`, `openapi`, `mcp`, … */
  from: z.string(),
  /** Of the documents, as the run keeps them. */
  sha256: digestSchema,
  tools: z.int().positive(),
  apis: z.int().positive(),
});

/** What a run of `t-eval` was started with. */
export const tEvalRunSchema = z.strictObject({
  format: z.literal(RUN_FORMAT),
  family: z.literal('t-eval'),
  product: z.string(),
  seed: z.int(),
  review: reviewSchema,
  settings: tEvalSettingsSchema,
  models: frozenModelsSchema,
  sources: z.array(toolsSourceSchema).length(1),
  prompts: frozenPromptsSchema,
});
export type TEvalRun = z.infer<typeof tEvalRunSchema>;

const perStem = z.record(
  z.enum(TEVAL_FILES.map(({ stem }) => stem) as [TEvalStem, ...TEvalStem[]]),
  z.int().nonnegative(),
);

/** What became of poor tool documents; poor = completed + as given. */
export const documentCountsSchema = z.strictObject({
  poor: z.int(),
  completed: z.int(),
  /** Of those completed, how many not as the model wrote it. */
  edited: z.int(),
  /** By reason: an answer that cannot be used, rejected by people. */
  asGiven: countsByReason,
});
export type DocumentCounts = z.infer<typeof documentCountsSchema>;

/** What people made of queries before these were annotated: those that are rejected are among the dropped ones. */
export const queryReviewCountsSchema = z.strictObject({
  accepted: z.int(),
  /** Of those accepted, how many not in the model's words. */
  edited: z.int(),
  rejected: z.int(),
});
export type QueryReviewCounts = z.infer<typeof queryReviewCountsSchema>;

/** What a run of `t-eval` made. Queries asked for = accepted + quarantined + dropped + undecided. */
export const tEvalCountsSchema = z.strictObject({
  queries: z.strictObject({
    /** That prompts asked for. */
    asked: z.int(),
    generated: z.int(),
    refined: z.int(),
    annotated: z.int(),
    accepted: z.int(),
  }),
  /** By stage and reason; a prompt that brought nothing counts all queries it was to bring. */
  setAside: recordOf(countsByReason),
  /** By reason: near-duplicates, rejected by people. */
  dropped: countsByReason,
  undecided: z.int(),
  /** Annotated queries by flag. */
  flagged: countsByReason,
  /** Of the accepted paths: steps, calls with those that were tried again, how the calls were answered, and their kinds. */
  steps: z.int(),
  calls: z.int(),
  observedBy: z.partialRecord(z.enum(OBSERVED_BY), z.int()),
  kinds: z.record(z.enum(REVIEW_LABELS as [ReviewLabel, ...ReviewLabel[]]), z.int()),
  /** Steps by tool. */
  tools: countsByReason,
  /** Where the arguments of the accepted paths come from, and how many queries were rewritten to state them. */
  origins: z.record(z.enum(ORIGINS), z.int()).exactOptional(),
  repaired: z.int().exactOptional(),
  /** Of the arguments in the user's words, those that facts have; where the run was given facts. */
  statedFacts: z.int().exactOptional(),
  /** Responses that rules made, and those of them that the reviewing model took for another kind; from gold version 2 on. */
  byRule: z.strictObject({ judged: z.int(), overruled: z.int() }).exactOptional(),
  /** Records of REVIEW by their answer, and judged calls that are left out so that no answer is too frequent. */
  labels: z
    .strictObject({
      records: z.record(z.enum(REVIEW_LABELS as [ReviewLabel, ...ReviewLabel[]]), z.int()),
      left: z.int(),
    })
    .exactOptional(),
  /** Records of the eight files, and of their fifths. */
  records: perStem,
  subset: perStem,
  /** Where poor tool documents were to be completed. */
  documents: documentCountsSchema.optional(),
  /** Where people decided on queries before they were annotated. */
  queryReview: queryReviewCountsSchema.optional(),
  review: reviewCountsSchema.optional(),
});
export type TEvalCounts = z.infer<typeof tEvalCountsSchema>;

declare module '../run.js' {
  interface Families {
    readonly 't-eval': { readonly frozen: TEvalRun; readonly counts: TEvalCounts };
  }
}
