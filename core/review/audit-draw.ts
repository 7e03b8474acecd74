import * as z from 'zod';

/** The audited queue and the drawn items; recorded with the audit's queue, so an interrupted draw resumes. */
export const auditDrawSchema = z.strictObject({
  /** The audited queue. */
  of: z.string().min(1),
  number: z.int().min(1),
  /** Idempotency key of the request. */
  key: z.string().min(1),
  /** Kept items at the time of the draw. */
  kept: z.int().min(0),
  /** Ids of the drawn items. */
  items: z.array(z.string()),
  /** Planted errors: the id of the altered copy, and the item it copies. */
  planted: z.array(z.strictObject({ itemId: z.string(), copyOf: z.string() })),
  /** Number of requested planted errors that could not be made. */
  notPlanted: z.int().min(0),
});
export type AuditDraw = z.infer<typeof auditDrawSchema>;
