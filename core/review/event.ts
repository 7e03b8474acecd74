import * as z from 'zod';
import { policySchema } from './policy.js';

/** What a reviewer says of an item. `flag` and `skip` decide nothing. */
export const VERDICTS = ['approve', 'edit', 'reject'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Reasons to reject, for the counts; `other` needs a text. */
export const REJECT_REASONS = [
  'wrong tool',
  'wrong arguments',
  'call missing or needless',
  'query unclear',
  'query unnatural',
  'observation wrong',
  'answer wrong',
  'unsafe or private',
  'duplicate',
  'description wrong',
  'parameter wrong',
  'return data wrong',
  'different things',
  'different inputs',
  'one is part of the other',
  'no tool could do it',
  'chat',
  'no inputs or no result',
  'other',
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

const id = z.string().min(1);

/** What a queued item is found, ordered and replaced by. */
const cardSchema = z.strictObject({
  title: z.string(),
  /** All words that full-text search looks at. */
  text: z.string(),
  split: z.string(),
  setting: z.string(),
  /** Ids of tools called. */
  tools: z.array(z.string()),
  uncertainty: z.number(),
  /** Ledger keys of the calls it came from. */
  calls: z.array(z.string()),
  /** The cell whose quota it fills. */
  cell: z.string().optional(),
});
export type ItemCard = z.infer<typeof cardSchema>;

const recordedDecisionSchema = z.strictObject({
  /** The reviewer's name, which is a pseudonym where the account was given one. */
  by: z.string(),
  verdict: z.enum(VERDICTS),
  version: z.string(),
  /** The version that an edit made. */
  edited: z.string().optional(),
  reason: z.enum(REJECT_REASONS).optional(),
  text: z.string().optional(),
});
/** A round of an item as exports tell it: the decisions that count, in order, without times. */
export const recordedRoundSchema = z.strictObject({
  round: z.string(),
  decisions: z.array(recordedDecisionSchema),
  adjudication: recordedDecisionSchema.optional(),
});
export type RecordedRound = z.infer<typeof recordedRoundSchema>;

/** What an event says beside who, when and of what. `version`s are item versions (DESIGN.md, idea 4). */
export const eventDataSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('queue opened'),
    run: z.string(),
    family: id,
    policy: policySchema,
    seed: z.int(),
    guideline: z.int().min(1),
    /** Digest of the guideline's text. */
    content: id,
  }),
  /** The item came into the queue; `content` is kept by its digest. */
  z.strictObject({
    type: z.literal('queued'),
    version: id,
    content: id,
    card: cardSchema,
    /** Indices of the policy's rounds that take it, ascending. */
    rounds: z.array(z.int().min(0)),
    flags: z.array(z.string()),
    /** A reviewer's answer to it is known; its outcome reaches no export. */
    calibration: z.strictObject({ verdict: z.enum(VERDICTS) }).optional(),
    /** A decision taken over from another run, where version and guideline were equal. */
    carried: z
      .strictObject({
        outcome: z.enum(['accepted', 'rejected']),
        from: z.string(),
        /** As it was accepted, where somebody had edited it. */
        accepted: z.strictObject({ version: id, content: id }).optional(),
        reason: z.string().optional(),
        /** Who decided so there. */
        rounds: z.array(recordedRoundSchema).optional(),
      })
      .optional(),
    /** What was decided on an earlier version of it, for the eye of who decides now. */
    before: z
      .strictObject({ outcome: z.enum(['accepted', 'rejected']), version: id, content: id, from: z.string() })
      .optional(),
  }),
  z.strictObject({
    type: z.literal('decided'),
    /** Which visit of a round this is, from 0 ({@link ItemReview.visits}). */
    visit: z.int().min(0),
    verdict: z.enum(VERDICTS),
    /** The version that was looked at. */
    version: id,
    /** What it became, with `edit`: its version and the digest of its content. */
    edited: z.strictObject({ version: id, content: id }).optional(),
    reason: z.enum(REJECT_REASONS).optional(),
    text: z.string().optional(),
    adjudicates: z.literal(true).optional(),
    guideline: z.int().min(1),
    /** The bulk decision that it is part of. */
    bulk: id.optional(),
    /** Since when the reviewer had the item, in milliseconds since 1970; for the pace. */
    claimedMs: z.int().optional(),
  }),
  /** Takes back a decision or all of a bulk: by the event's key. */
  z.strictObject({ type: z.literal('undone'), visit: z.int().min(0), decision: id }),
  z.strictObject({ type: z.literal('skipped'), visit: z.int().min(0), text: z.string().optional() }),
  /** A lead keeps a place of the visit for a reviewer, or gives it to all again. */
  z.strictObject({ type: z.literal('assigned'), visit: z.int().min(0), reviewer: id }),
  z.strictObject({ type: z.literal('unassigned'), visit: z.int().min(0), reviewer: id }),
  /** Set, never toggled. */
  z.strictObject({ type: z.literal('flagged'), flag: id, on: z.boolean(), text: z.string().optional() }),
  z.strictObject({ type: z.literal('commented'), visit: z.int().min(0), text: z.string().min(1) }),
  /** The round was due and what its policy says happened. */
  z.strictObject({
    type: z.literal('late'),
    visit: z.int().min(0),
    then: z.enum(['reassign', 'accept with fewer', 'adjudicate']),
  }),
  /** A settled item goes through its rounds again. */
  z.strictObject({ type: z.literal('reopened'), text: z.string().optional() }),
  z.strictObject({ type: z.literal('guideline changed'), guideline: z.int().min(2), content: id }),
  /** All items are in, so that samples are drawn; what is queued later replaces something. */
  z.strictObject({ type: z.literal('queue sealed') }),
  z.strictObject({ type: z.literal('queue closed') }),
]);
export type ReviewEventData = z.infer<typeof eventDataSchema>;

/** What happened in a queue: append-only, and all that the queue's tables are made from. */
export const reviewEventSchema = z.strictObject({
  /** The queue's own count, from 1. */
  seq: z.int().min(1),
  /** Names the event whoever sends it again: the same key is the same event. */
  key: id,
  queue: id,
  /** Absent for what concerns the queue as a whole. */
  itemId: id.optional(),
  /** The reviewer's name; `system` for what no person did. */
  by: id,
  /** Milliseconds since 1970. */
  atMs: z.int(),
  data: eventDataSchema,
});
export type ReviewEvent = z.infer<typeof reviewEventSchema>;

/** Who is meant where no person did it. */
export const SYSTEM = 'system';
/** In whose name `benchwright demo` approves items: nobody's judgement, so no other run takes it over. */
export const DEMO_REVIEWER = 'demo';
