import * as z from 'zod';
import { reviewRecordSchema } from './review-record.js';

/** What people decided on an item at a gate, with the version that they accepted. */
export const gateReviewSchema = z.strictObject({
  version: z.string().optional(),
  record: reviewRecordSchema,
});
export type GateReview = z.infer<typeof gateReviewSchema>;
