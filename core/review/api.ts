/* eslint-disable max-lines */
import * as z from 'zod';
import { valueRulesShape } from '../values/rules.js';
import { jsonSchema } from './json.js';
import { REJECT_REASONS, VERDICTS } from './event.js';
import { REVIEWER_ROLES, ROUND_ACTIONS } from './policy.js';

/**
 * The HTTP API of review: one schema per request and response body. The page imports this file, the server
 * validates with it, and the OpenAPI document is generated from it. Times are milliseconds since 1970.
 */

/** Free text entered by a user. */
const typed = z.string().max(20_000);
/** Chosen by the client: requests with the same key are the same action, however often they arrive. */
const idempotencyKey = z.string().regex(/^[\w.:-]{8,100}$/);

export const reviewerName = z.string().regex(/^[A-Za-z0-9][\w.-]{0,39}$/);
export const roleSchema = z.enum(REVIEWER_ROLES);

export const signInSchema = z.strictObject({ name: reviewerName, token: z.string().min(1).max(200) });
export const meSchema = z.strictObject({
  name: reviewerName,
  role: roleSchema,
  /** Value of the header `x-csrf-token`, required for every change. */
  csrf: z.string(),
});
export type Me = z.infer<typeof meSchema>;

/** Items a reviewer has been assigned or holds; how many are due within a day or overdue. */
export const workloadSchema = z.strictObject({
  reviewer: z.string(),
  assigned: z.int(),
  dueSoon: z.int(),
  late: z.int(),
});
export type Workload = z.infer<typeof workloadSchema>;

/** States of an item as users see them. */
export const ITEM_STATES = ['waiting', 'adjudication', 'accepted', 'rejected'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** Selects items; all conditions must hold. */
export const filterSchema = z.strictObject({
  state: z.enum(ITEM_STATES).optional(),
  split: z.string().optional(),
  setting: z.string().optional(),
  /** Name of the item’s current round. */
  round: z.string().optional(),
  tool: z.string().optional(),
  flag: z.string().optional(),
  reason: z.string().optional(),
  /** Words that must occur in its text, in any order. */
  search: z.string().max(200).optional(),
  /** Only items that the reviewer has decided on. */
  mine: z.literal(true).optional(),
  /** Only items with comments that nobody has resolved. */
  comments: z.literal('open').optional(),
  /** Only these, by id. */
  items: z.array(z.string().min(1).max(100)).min(1).max(500).optional(),
});
export type ItemFilter = z.infer<typeof filterSchema>;

/** In which order items are listed: that of the queue, or by a column; the least certain first. */
export const ITEM_ORDERS = ['queue', 'title', 'setting', 'state', 'uncertain'] as const;
export type ItemOrder = (typeof ITEM_ORDERS)[number];

export const countsSchema = z.strictObject({
  total: z.int(),
  waiting: z.int(),
  adjudication: z.int(),
  accepted: z.int(),
  rejected: z.int(),
});

/** What people see of a kind of queue, and what they may do there. */
export const kindShownSchema = z.strictObject({
  /** What its items are called, in the plural. */
  noun: z.string(),
  /** View and form of the page that show an item; an unknown one: the content as JSON. */
  view: z.string(),
  /** Why an item may be rejected, in the order in which the reasons are offered. */
  reasons: z.array(z.enum(REJECT_REASONS)).readonly(),
  /** Whether reviewers may edit its items. */
  editable: z.boolean(),
});
export type KindShown = Readonly<z.infer<typeof kindShownSchema>>;

export const queueLineSchema = z.strictObject({
  queue: z.string(),
  /** The run's name. */
  run: z.string(),
  /** Name of the kind of the queue: that of the family for a run's items, of the gate for what is decided before. */
  family: z.string(),
  policy: z.string(),
  guideline: z.int(),
  closed: z.boolean(),
  counts: countsSchema,
  /** Number of items the requesting reviewer could claim now, and has decided. */
  forMe: z.int(),
  byMe: z.int(),
  /** The requesting reviewer’s assigned items, and how many are due within a day or overdue. */
  mine: workloadSchema.omit({ reviewer: true }),
});
export type QueueLine = z.infer<typeof queueLineSchema>;

const facet = z.array(z.strictObject({ value: z.string(), items: z.int() }));
export const queueSchema = queueLineSchema.extend({
  kind: kindShownSchema,
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
  /** The reviewer who holds a lease on it. */
  claimedBy: z.string().optional(),
  /** Reviewers for whom slots are reserved. */
  assigned: z.array(z.string()).optional(),
  /** The requesting reviewer’s last verdict. */
  mine: z.enum(VERDICTS).optional(),
});
export type ItemLine = z.infer<typeof itemLineSchema>;
export const itemListSchema = z.strictObject({
  items: z.array(itemLineSchema),
  total: z.int(),
  /** Pass as `after` to get the next page. */
  next: z.string().optional(),
});
export type ItemList = z.infer<typeof itemListSchema>;

/** Undecided items that are like another, the most similar first. */
export const similarItemsSchema = z.strictObject({
  /** What compared their texts. */
  embedder: z.string(),
  items: z.array(itemLineSchema.extend({ similarity: z.number() })),
});
export type SimilarItems = z.infer<typeof similarItemsSchema>;

/** The requesting reviewer’s last decision in a queue that can still be undone. */
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
  /** The edited content. */
  content: jsonSchema.optional(),
  adjudicates: z.boolean(),
  /** Whether the requesting reviewer can undo it now. */
  undoable: z.boolean(),
});
export const shownVisitSchema = z.strictObject({
  visit: z.int(),
  round: z.string(),
  action: z.enum(ROUND_ACTIONS),
  blind: z.boolean(),
  phase: z.enum(['open', 'adjudication', 'settled']),
  /** Decisions visible to the requesting reviewer; `decided` counts all. */
  decisions: z.array(shownDecisionSchema),
  decided: z.int(),
  needed: z.int(),
});
export type ShownVisit = z.infer<typeof shownVisitSchema>;

/** Rows that a reviewer looks things up in. */
export const referenceSchema = z.strictObject({
  title: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
});
export type ReferenceTable = z.infer<typeof referenceSchema>;

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
      ...valueRulesShape,
    }),
  ),
});
export type ToolShown = z.infer<typeof toolShownSchema>;

/** Tools that an item may call, summarised; fetch a document by its id. */
export const toolListSchema = z.strictObject({
  tools: z.array(z.strictObject({ id: z.string(), name: z.string(), description: z.string() })),
  /** Total number; the list is truncated. */
  total: z.int(),
});
export type ToolList = z.infer<typeof toolListSchema>;

/** One item with its content, history and comments. */
export const itemPageSchema = itemLineSchema.extend({
  family: z.string(),
  kind: kindShownSchema,
  /** The content under review, by the schema of its kind. */
  content: jsonSchema,
  version: z.string(),
  /** As generated; equal to `content` unless edited. */
  original: jsonSchema,
  originalVersion: z.string(),
  visit: z.int(),
  documents: z.array(toolShownSchema),
  /** Absent where the kind has none. */
  references: z.array(referenceSchema).optional(),
  visits: z.array(shownVisitSchema),
  /** In the order in which they were made. */
  comments: z.array(
    z.strictObject({
      key: z.string(),
      by: z.string(),
      atMs: z.int(),
      visit: z.int(),
      text: z.string(),
      /** The first comment of its thread; absent: it is the first. */
      replyTo: z.string().optional(),
      /** Who resolved the thread and when, at its first comment. */
      resolved: z.strictObject({ by: z.string(), atMs: z.int() }).optional(),
    }),
  ),
  /** Model calls that produced it; see `benchwright calls show`. */
  calls: z.array(z.string()),
  /** A decision from an earlier run on another version of the item. */
  before: z.strictObject({ outcome: z.string(), content: jsonSchema, from: z.string() }).optional(),
  /** Why the requesting reviewer may not work on it; absent if allowed. */
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
  /** Claims this item; without it, the next in the policy’s order. */
  itemId: z.string().optional(),
  /** Prefetches one item besides the current one. */
  ahead: z.boolean().default(false),
});
export const claimedSchema = z.union([
  z.strictObject({ item: itemPageSchema, claim: claimSchema }),
  /** Nothing can be claimed by this reviewer now. */
  z.strictObject({ none: z.literal(true), waiting: z.int() }),
]);
export type Claimed = z.infer<typeof claimedSchema>;

export const tokenSchema = z.strictObject({ token: z.int() });

export const decideSchema = z.strictObject({
  key: idempotencyKey,
  token: z.int(),
  visit: z.int().min(0),
  /** The version the reviewer saw. */
  version: z.string(),
  verdict: z.enum(VERDICTS),
  /** The edited item, for `edit`. */
  content: jsonSchema.optional(),
  reason: z.enum(REJECT_REASONS).optional(),
  text: typed.optional(),
  adjudicates: z.boolean().default(false),
  /** `confirm` of the check whose findings the reviewer has read; needed for an edit with findings. */
  confirmed: z.string().max(100).optional(),
});
export type Decide = z.infer<typeof decideSchema>;
export const recordedSchema = z.strictObject({
  /** `already`: this key was recorded before; the request had no further effect. */
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
export const commentSchema = z.strictObject({
  key: idempotencyKey,
  text: typed.min(1),
  /** Key of the comment that it answers. */
  replyTo: z.string().min(1).max(200).optional(),
});
export const resolveSchema = z.strictObject({
  key: idempotencyKey,
  /** Key of a comment of the thread. */
  comment: z.string().min(1).max(200),
  /** false: open again. */
  resolved: z.boolean(),
});
export const reopenSchema = z.strictObject({ key: idempotencyKey, text: typed.optional() });

export const checkRequestSchema = z.strictObject({ content: jsonSchema });
export const problemSchema = z.strictObject({
  /** Path in the content: `turns.0.calls.1.arguments.city`. */
  path: z.string(),
  text: z.string(),
  /** A problem rejects the edit; a finding is recorded. */
  kind: z.enum(['problem', 'finding']),
});
export type EditProblem = z.infer<typeof problemSchema>;
export const checkedSchema = z.strictObject({
  version: z.string().optional(),
  /** As it would be stored, with what the checks recompute; absent where there are problems. */
  content: jsonSchema.optional(),
  problems: z.array(problemSchema),
  /** Sent back as `confirmed` by who submits the edit with these findings; absent where there are none. */
  confirm: z.string().optional(),
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
  /**
   * How many of the counted items were not decided because others took them while a bulk decision was interrupted.
   */
  left: z.int(),
  /** How many of them it settles; for the others it is one of several votes or rounds. */
  settles: z.int(),
  sample: z.array(itemLineSchema),
  done: z.boolean(),
});

export const assignSchema = z.strictObject({
  key: idempotencyKey,
  reviewer: reviewerName,
  filter: filterSchema.default({}),
  /** Maximum number of items, first in claim order. */
  most: z.int().min(1).optional(),
  /** Exactly so many, as the preview said; absent: only the preview. */
  expected: z.int().optional(),
});
export const assignResultSchema = z.strictObject({
  count: z.int(),
  /** How many of the counted items others took meanwhile. */
  left: z.int(),
  sample: z.array(itemLineSchema),
  done: z.boolean(),
});

/** What a new guideline does to settled items. */
export const GUIDELINE_THEN = ['keep', 'review flagged again', 'review all again'] as const;
export type GuidelineThen = (typeof GUIDELINE_THEN)[number];

export const guidelineSchema = z.strictObject({
  key: idempotencyKey,
  text: z.string().min(1).max(200_000),
  /** What happens to items decided under the previous guideline. */
  then: z.enum(GUIDELINE_THEN),
  /** Items to review again, exactly so many as the preview said; absent, where not all are kept: only the preview. */
  expected: z.int().optional(),
});

export const shareSchema = z.strictObject({
  reviewer: reviewerName,
  /** Maximum number of decisions of this reviewer in the queue; null: no limit. */
  limit: z.int().min(0).nullable(),
});

export const reviewerSchema = z.strictObject({
  name: reviewerName,
  role: roleSchema,
  /** When access was revoked; null: active. */
  endedMs: z.int().nullable(),
});
export const addReviewerSchema = z.strictObject({ name: reviewerName, role: roleSchema });
/** A reviewer with the sign-in token, which is shown only once. */
export const reviewerGivenSchema = z.strictObject({ name: reviewerName, token: z.string() });

/** A token for a script that acts as the requesting reviewer. */
export const newTokenSchema = z.strictObject({
  /** Purpose of the token. */
  label: z.string().min(1).max(100),
  days: z.int().min(1).max(366).default(90),
});
export const tokenGivenSchema = z.strictObject({ token: z.string(), untilMs: z.int() });

export const renewedSchema = z.strictObject({ untilMs: z.int() });
export const undoBulkSchema = z.strictObject({ key: idempotencyKey, bulk: z.string().min(1) });
export const bulkUndoneSchema = z.strictObject({ undone: z.int(), kept: z.int() });
export const guidelineSetSchema = z.strictObject({
  /** Items that are reviewed again, or would be. */
  reopened: z.int(),
  sample: z.array(itemLineSchema),
  done: z.boolean(),
});
export const undoGuidelineSchema = z.strictObject({
  key: idempotencyKey,
  /** Key of the change of the guideline. */
  change: z.string().min(1).max(200),
});
/** Response without content. */
export const doneSchema = z.strictObject({ done: z.literal(true) });

/** Every refusal and error, from the error catalogue. */
export const apiErrorSchema = z.strictObject({
  code: z.string(),
  /** The violated rule, for programs (`Refusal` in core/review/rules.ts). */
  why: z.string().optional(),
  title: z.string(),
  found: z.string().optional(),
  next: z.string().optional(),
  problems: z.array(problemSchema).optional(),
  /** See `confirm` of a check; with EDIT_UNCONFIRMED. */
  confirm: z.string().optional(),
});
