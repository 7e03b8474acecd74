import * as z from 'zod';
import { jsonSchema } from './json.js';
import { REJECT_REASONS, VERDICTS } from './event.js';
import { REVIEWER_ROLES, ROUND_ACTIONS } from './policy.js';

/**
 * What the review page and scripts say to the server and hear from it, a schema a body. The page imports this file, the
 * server validates with it, and the OpenAPI document is made from it. Times are milliseconds since 1970.
 */

/** Characters of a text that somebody types. */
const typed = z.string().max(20_000);
/** Made by whoever sends: the same key is the same act, however often it arrives. */
const idempotencyKey = z.string().regex(/^[\w.:-]{8,100}$/);

export const reviewerName = z.string().regex(/^[A-Za-z0-9][\w.-]{0,39}$/);
export const roleSchema = z.enum(REVIEWER_ROLES);

export const signInSchema = z.strictObject({ name: reviewerName, token: z.string().min(1).max(200) });
export const meSchema = z.strictObject({
  name: reviewerName,
  role: roleSchema,
  /** Goes into the header `x-csrf-token` of everything that changes something. */
  csrf: z.string(),
});
export type Me = z.infer<typeof meSchema>;

/** What somebody has been assigned or holds; due within a day, or late. */
export const workloadSchema = z.strictObject({
  reviewer: z.string(),
  assigned: z.int(),
  dueSoon: z.int(),
  late: z.int(),
});
export type Workload = z.infer<typeof workloadSchema>;

/** Items of a queue in states that people speak of. */
export const ITEM_STATES = ['waiting', 'adjudication', 'accepted', 'rejected'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** Which items: all conditions hold. */
export const filterSchema = z.strictObject({
  state: z.enum(ITEM_STATES).optional(),
  split: z.string().optional(),
  setting: z.string().optional(),
  /** Name of the round that the item is in. */
  round: z.string().optional(),
  tool: z.string().optional(),
  flag: z.string().optional(),
  reason: z.string().optional(),
  /** Words that its text has, in any order. */
  search: z.string().max(200).optional(),
  /** Those that the reviewer has decided on. */
  mine: z.literal(true).optional(),
});
export type ItemFilter = z.infer<typeof filterSchema>;

export const countsSchema = z.strictObject({
  total: z.int(),
  waiting: z.int(),
  adjudication: z.int(),
  accepted: z.int(),
  rejected: z.int(),
});

export const queueLineSchema = z.strictObject({
  queue: z.string(),
  /** The run's name. */
  run: z.string(),
  family: z.string(),
  policy: z.string(),
  guideline: z.int(),
  closed: z.boolean(),
  counts: countsSchema,
  /** How many the asking reviewer could claim now, and has decided. */
  forMe: z.int(),
  byMe: z.int(),
  /** What is assigned to the asking reviewer, and what of theirs is due within a day, and late. */
  mine: workloadSchema.omit({ reviewer: true }),
});
export type QueueLine = z.infer<typeof queueLineSchema>;

const facet = z.array(z.strictObject({ value: z.string(), items: z.int() }));
export const queueSchema = queueLineSchema.extend({
  rounds: z.array(
    z.strictObject({
      name: z.string(),
      action: z.enum(ROUND_ACTIONS),
      reviewers: z.int(),
      blind: z.boolean(),
      waiting: z.int(),
    }),
  ),
  guidelineText: z.string(),
  facets: z.strictObject({
    state: facet,
    split: facet,
    setting: facet,
    round: facet,
    tool: facet,
    flag: facet,
    reason: facet,
  }),
});
export type QueueView = z.infer<typeof queueSchema>;

export const itemLineSchema = z.strictObject({
  itemId: z.string(),
  title: z.string(),
  split: z.string(),
  setting: z.string(),
  state: z.enum(ITEM_STATES),
  round: z.string().optional(),
  tools: z.array(z.string()),
  flags: z.array(z.string()),
  reason: z.string().optional(),
  /** Who has it leased. */
  claimedBy: z.string().optional(),
  /** For whom places of it are kept. */
  assigned: z.array(z.string()).optional(),
  /** What the asking reviewer said last. */
  mine: z.enum(VERDICTS).optional(),
});
export type ItemLine = z.infer<typeof itemLineSchema>;
export const itemListSchema = z.strictObject({
  items: z.array(itemLineSchema),
  total: z.int(),
  /** Ask with `after` this for more. */
  next: z.string().optional(),
});
export type ItemList = z.infer<typeof itemListSchema>;

/** The last decision of the asking reviewer in a queue that can still be taken back. */
export const lastDecisionSchema = z.strictObject({
  last: z
    .strictObject({ itemId: z.string(), decision: z.string(), verdict: z.enum(VERDICTS), title: z.string() })
    .nullable(),
});
export type LastDecision = z.infer<typeof lastDecisionSchema>;

export const shownDecisionSchema = z.strictObject({
  key: z.string(),
  by: z.string(),
  atMs: z.int(),
  verdict: z.enum(VERDICTS),
  reason: z.enum(REJECT_REASONS).optional(),
  text: z.string().optional(),
  /** The content that it made of the item. */
  content: jsonSchema.optional(),
  adjudicates: z.boolean(),
  /** Whether the asking reviewer can take it back now. */
  undoable: z.boolean(),
});
export const shownVisitSchema = z.strictObject({
  visit: z.int(),
  round: z.string(),
  action: z.enum(ROUND_ACTIONS),
  blind: z.boolean(),
  phase: z.enum(['open', 'adjudication', 'settled']),
  /** Decisions that the asking reviewer may see; `decided` counts all. */
  decisions: z.array(shownDecisionSchema),
  decided: z.int(),
  needed: z.int(),
});
export type ShownVisit = z.infer<typeof shownVisitSchema>;

export const toolShownSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      type: z.string(),
      description: z.string(),
      required: z.boolean(),
      enum: z.array(z.string()).optional(),
      default: z.string().optional(),
    }),
  ),
});
export type ToolShown = z.infer<typeof toolShownSchema>;

/** Tools that an item may call: enough of each to choose from; its document is asked for by its id. */
export const toolListSchema = z.strictObject({
  tools: z.array(z.strictObject({ id: z.string(), name: z.string(), description: z.string() })),
  /** How many there are; the list is bounded. */
  total: z.int(),
});
export type ToolList = z.infer<typeof toolListSchema>;

/** An item whole, as a person reads it. */
export const itemPageSchema = itemLineSchema.extend({
  family: z.string(),
  /** What is judged: for `mtu-bench` an `Item` (core/mtu-bench/item.ts). */
  content: jsonSchema,
  version: z.string(),
  /** As it was generated; the same where nobody has edited it. */
  original: jsonSchema,
  originalVersion: z.string(),
  visit: z.int(),
  documents: z.array(toolShownSchema),
  visits: z.array(shownVisitSchema),
  comments: z.array(
    z.strictObject({ key: z.string(), by: z.string(), atMs: z.int(), visit: z.int(), text: z.string() }),
  ),
  /** Model calls that it came from, to read with `benchwright calls show`. */
  calls: z.array(z.string()),
  /** A decision on an earlier version of it, from a run before. */
  before: z.strictObject({ outcome: z.string(), content: jsonSchema, from: z.string() }).optional(),
  /** Why the asking reviewer may not work on it; absent: may. */
  refusal: z.strictObject({ why: z.string(), text: z.string() }).optional(),
});
export type ItemPage = z.infer<typeof itemPageSchema>;

export const claimSchema = z.strictObject({
  token: z.int(),
  untilMs: z.int(),
});
export type Claim = z.infer<typeof claimSchema>;

export const claimRequestSchema = z.strictObject({
  filter: filterSchema.default({}),
  /** This one, else the next in the policy's order. */
  itemId: z.string().optional(),
  /** Beside the one that is being worked on: at most one is leased ahead. */
  ahead: z.boolean().default(false),
});
export const claimedSchema = z.union([
  z.strictObject({ item: itemPageSchema, claim: claimSchema }),
  /** Nothing is there for this reviewer now. */
  z.strictObject({ none: z.literal(true), waiting: z.int() }),
]);
export type Claimed = z.infer<typeof claimedSchema>;

export const tokenSchema = z.strictObject({ token: z.int() });

export const decideSchema = z.strictObject({
  key: idempotencyKey,
  token: z.int(),
  visit: z.int().min(0),
  /** The version that was shown. */
  version: z.string(),
  verdict: z.enum(VERDICTS),
  /** The item as edited, with `edit`. */
  content: jsonSchema.optional(),
  reason: z.enum(REJECT_REASONS).optional(),
  text: typed.optional(),
  adjudicates: z.boolean().default(false),
});
export type Decide = z.infer<typeof decideSchema>;
export const recordedSchema = z.strictObject({
  /** `already`: this key was recorded before; nothing happened twice. */
  recorded: z.enum(['now', 'already']),
  key: z.string(),
  state: z.enum(ITEM_STATES),
});
export type Recorded = z.infer<typeof recordedSchema>;

export const undoSchema = z.strictObject({ key: idempotencyKey, decision: z.string() });
export const skipSchema = z.strictObject({ key: idempotencyKey, token: z.int(), text: typed.optional() });
export const flagSchema = z.strictObject({
  key: idempotencyKey,
  flag: z.string().min(1).max(60),
  on: z.boolean(),
  text: typed.optional(),
});
export const commentSchema = z.strictObject({ key: idempotencyKey, text: typed.min(1) });
export const reopenSchema = z.strictObject({ key: idempotencyKey, text: typed.optional() });

export const checkRequestSchema = z.strictObject({ content: jsonSchema });
export const problemSchema = z.strictObject({
  /** Where in the content: `turns.0.calls.1.arguments.city`. */
  path: z.string(),
  text: z.string(),
  /** A finding is shown and kept; a problem stops the edit. */
  kind: z.enum(['problem', 'finding']),
});
export type EditProblem = z.infer<typeof problemSchema>;
export const checkedSchema = z.strictObject({
  version: z.string().optional(),
  problems: z.array(problemSchema),
});

export const bulkSchema = z.strictObject({
  key: idempotencyKey,
  filter: filterSchema,
  verdict: z.enum(['approve', 'reject']),
  reason: z.enum(REJECT_REASONS).optional(),
  text: typed.optional(),
  /** Exactly so many, as the preview said; absent: only the preview. */
  expected: z.int().optional(),
});
export const bulkResultSchema = z.strictObject({
  count: z.int(),
  /** Of those that were counted, how many were not decided: a bulk that had ended in the middle found them with others. */
  left: z.int(),
  /** Of the count, how many it settles; on the others it is one vote of several, or of one round. */
  settles: z.int(),
  sample: z.array(itemLineSchema),
  done: z.boolean(),
});

export const assignSchema = z.strictObject({
  key: idempotencyKey,
  reviewer: reviewerName,
  filter: filterSchema.default({}),
  /** At most so many, the first in the order of handing out. */
  most: z.int().min(1).optional(),
  /** Exactly so many, as the preview said; absent: only the preview. */
  expected: z.int().optional(),
});
export const assignResultSchema = z.strictObject({
  count: z.int(),
  /** Of those that were counted, how many others took meanwhile. */
  left: z.int(),
  sample: z.array(itemLineSchema),
  done: z.boolean(),
});

export const guidelineSchema = z.strictObject({
  key: idempotencyKey,
  text: z.string().min(1).max(200_000),
  /** What becomes of what was decided by the last one. */
  then: z.enum(['keep', 'review flagged again', 'review all again']),
});

export const shareSchema = z.strictObject({
  reviewer: reviewerName,
  /** At most so many decisions of this reviewer in the queue; null: no limit. */
  limit: z.int().min(0).nullable(),
});

export const reviewerSchema = z.strictObject({
  name: reviewerName,
  role: roleSchema,
  /** Milliseconds since 1970; null: may sign in. */
  endedMs: z.int().nullable(),
});
export const addReviewerSchema = z.strictObject({ name: reviewerName, role: roleSchema });
/** A reviewer with the token to sign in with, which is said this once. */
export const reviewerGivenSchema = z.strictObject({ name: reviewerName, token: z.string() });

/** A token for a program that acts as who asks for it. */
export const newTokenSchema = z.strictObject({
  /** What it is for, in a few words. */
  label: z.string().min(1).max(100),
  days: z.int().min(1).max(366).default(90),
});
export const tokenGivenSchema = z.strictObject({ token: z.string(), untilMs: z.int() });

export const renewedSchema = z.strictObject({ untilMs: z.int() });
export const undoBulkSchema = z.strictObject({ key: idempotencyKey, bulk: z.string().min(1) });
export const bulkUndoneSchema = z.strictObject({ undone: z.int(), kept: z.int() });
export const guidelineSetSchema = z.strictObject({ reopened: z.int() });
/** The answer where there is nothing to say. */
export const doneSchema = z.strictObject({ done: z.literal(true) });

/** Every refusal and error: one of the catalogue, as a person reads it. */
export const apiErrorSchema = z.strictObject({
  code: z.string(),
  /** Which rule refuses it, a word for programs (`Refusal` in core/review/rules.ts). */
  why: z.string().optional(),
  title: z.string(),
  found: z.string().optional(),
  next: z.string().optional(),
  problems: z.array(problemSchema).optional(),
});
