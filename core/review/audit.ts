import * as z from 'zod';
import { REJECT_REASONS } from './event.js';
import type { Policy } from './policy.js';

/**
 * An audit: a sample of the items that a run keeps, drawn by seed, which fresh reviewers judge without seeing earlier
 * decisions. It is a review queue of its own beside the run's, so it cannot change what is exported.
 */

/** Audits of a run are numbered from 1. */
export const auditGate = (number: number): string => `audit${number}`;
export const isAuditGate = (gate: string | null): boolean => gate !== null && /^audit\d+$/.test(gate);

/** One reviewer per item, who only approves or rejects; a random order, so that planted errors stand anywhere. */
export const AUDIT_POLICY: Policy = {
  name: 'audit',
  rounds: [
    {
      name: 'audit',
      action: 'judge',
      select: [{ kind: 'all' }],
      reviewers: 1,
      blind: true,
      roles: ['annotator', 'adjudicator', 'admin'],
      excludeReviewersOf: [],
      resolution: 'first',
      onDisagreement: 'adjudicate',
      order: 'random',
      onOverdue: 'reassign',
    },
  ],
};

/** A share with its 95 % Wilson interval; null where nothing was counted. */
export const shareSchema = z.strictObject({
  /** How many of how many. */
  count: z.int(),
  of: z.int(),
  value: z.number(),
  low: z.number(),
  high: z.number(),
});
export type MeasuredShare = z.infer<typeof shareSchema>;

export const auditFiguresSchema = z.strictObject({
  audit: z.int(),
  /** Kept items at the time of the draw, drawn ones, and those decided until now. */
  kept: z.int(),
  drawn: z.int(),
  decided: z.int(),
  /** Rejected items among those decided. */
  errorRate: shareSchema.nullable(),
  /** Of rejected items, most frequent first. */
  reasons: z.array(z.strictObject({ reason: z.string(), items: z.int() })),
  planted: z.int(),
  /** Planted errors that were asked for and could not be made. */
  notPlanted: z.int(),
  /** Rejected planted errors among those decided. */
  recall: shareSchema.nullable(),
  reviewers: z.array(
    z.strictObject({
      name: z.string(),
      decided: z.int(),
      errorRate: shareSchema.nullable(),
      recall: shareSchema.nullable(),
    }),
  ),
});
export type AuditFigures = z.infer<typeof auditFiguresSchema>;

/** The decision on an audited item; without `by` it is undecided. */
export const auditDecisionSchema = z.strictObject({
  itemId: z.string(),
  version: z.string(),
  by: z.string().optional(),
  verdict: z.enum(['approve', 'reject']).optional(),
  reason: z.enum(REJECT_REASONS).optional(),
  text: z.string().optional(),
  /** The fault, for a planted error. */
  planted: z.string().optional(),
});
export type AuditDecision = z.infer<typeof auditDecisionSchema>;

/** An audit as recorded: what the figures are computed from. */
export const auditRecordSchema = z.strictObject({
  audit: z.int().min(1),
  kept: z.int().min(0),
  notPlanted: z.int().min(0),
  decisions: z.array(auditDecisionSchema),
});
export type AuditRecord = z.infer<typeof auditRecordSchema>;

/** File of an export with its audits, a line each, and the line's schema. */
export const AUDITS_FILE = 'data/audits.jsonl';
export const auditLineSchema = auditRecordSchema.extend({ figures: auditFiguresSchema });

/** How a model's verdicts agree with those of people on the same items or parts of them. */
export const modelAgreementSchema = z.strictObject({
  /** What the model judged: `recheck of the gold`. */
  check: z.string(),
  /** `provider model`, or the role where the model is not known. */
  model: z.string(),
  /** What is counted: `dialogues`, `responses`. */
  unit: z.string(),
  units: z.int(),
  /** Of what people accept unchanged, how much the model accepts; of what they do not, how much it does not. */
  truePositive: shareSchema.nullable(),
  trueNegative: shareSchema.nullable(),
  /** Cohen's kappa; null where chance alone explains everything. */
  kappa: z.number().nullable(),
});
export type ModelAgreement = z.infer<typeof modelAgreementSchema>;

/** A request to draw an audit. */
export const auditRequestSchema = z.strictObject({
  /** Requests with the same key draw one audit. */
  key: z.string().regex(/^[\w.:-]{8,100}$/),
  /** Items to draw; all kept ones if there are fewer. */
  count: z.int().min(1).max(1_000_000),
  /** Errors to plant besides. */
  planted: z.int().min(0).max(1000).default(0),
});
/** A drawn audit. */
export const drawnAuditSchema = z.strictObject({
  /** Its review queue, and that queue's name in commands. */
  queue: z.string(),
  name: z.string(),
  number: z.int(),
  kept: z.int(),
  drawn: z.int(),
  planted: z.int(),
  /** Planted errors that were asked for and could not be made. */
  notPlanted: z.int(),
  /** Active reviewers with how many items each may decide: not those that they decided on before. */
  reviewers: z.array(z.strictObject({ name: z.string(), items: z.int() })),
});
export type DrawnAudit = z.infer<typeof drawnAuditSchema>;
