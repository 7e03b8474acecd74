import * as z from 'zod';
import { OBSERVED_BY, type AnnotatedItem } from '../../../core/t-eval/annotation.js';
import { annotatedQuerySchema } from '../../../core/t-eval/query.js';

/** An annotated query of T-Eval as somebody edits it: nothing may be in it that an item does not have. */
export const annotatedItemSchema: z.ZodType<AnnotatedItem> = z.strictObject({
  itemId: z.string(),
  recordId: z.string(),
  tools: z.array(z.string()),
  role: z.string(),
  generated: z.string(),
  unedited: z.string().exactOptional(),
  annotated: annotatedQuerySchema,
  observedBy: z.record(z.string(), z.enum(OBSERVED_BY)),
  flags: z.array(z.string()),
});

/** Items come out of the store, where we put them. */
export const asAnnotatedItem = (content: unknown): AnnotatedItem => content as AnnotatedItem;
