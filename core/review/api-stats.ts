import * as z from 'zod';
import { countsSchema, roleSchema } from './api.js';

/** What the lead's page is told of a queue: progress, people, agreement. */

export const intervalSchema = z.strictObject({ low: z.number(), high: z.number() });
const measure = z.strictObject({ value: z.number().nullable(), interval: intervalSchema.nullable() });
export const agreementSchema = z.strictObject({
  field: z.string(),
  /** Items (for a field of the content: their turns) that at least two said something of, and those left out with one or none. */
  items: z.int(),
  leftOut: z.int(),
  raters: z.int(),
  percent: measure,
  /** Between two raters only. */
  cohen: measure,
  /** Over items with the commonest number of raters; `fleissLeftOut` had another. */
  fleiss: measure,
  fleissLeftOut: z.int(),
  /** Nominal. */
  krippendorff: measure,
});
export type Agreement = z.infer<typeof agreementSchema>;

export const statsSchema = z.strictObject({
  counts: countsSchema,
  reviewers: z.array(
    z.strictObject({
      name: z.string(),
      role: roleSchema,
      decided: z.int(),
      approved: z.int(),
      edited: z.int(),
      rejected: z.int(),
      skipped: z.int(),
      holds: z.int(),
      assigned: z.int(),
      dueSoon: z.int(),
      late: z.int(),
      limit: z.int().nullable(),
      /** Median seconds from claim to decision; null where there are none. */
      medianSeconds: z.number().nullable(),
      calibration: z.strictObject({ right: z.int(), of: z.int() }),
    }),
  ),
  /** Decisions by day, YYYY-MM-DD in UTC. */
  pace: z.array(z.strictObject({ day: z.string(), decisions: z.int() })),
  reasons: z.array(z.strictObject({ reason: z.string(), items: z.int() })),
  disagreements: z.array(z.strictObject({ itemId: z.string(), title: z.string(), round: z.string() })),
  agreement: z.array(agreementSchema),
});
export type Stats = z.infer<typeof statsSchema>;
