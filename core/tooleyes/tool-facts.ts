import * as z from 'zod';
import { pathSchema } from './library.js';

/** What is known of a tool besides its document: from a file, or from a health check. */
export const toolFactsSchema = z.strictObject({
  path: pathSchema,
  /** Its name in that subcategory. */
  tool: z.string().min(1),
  /** US dollars per call. */
  price: z.number().nonnegative().exactOptional(),
  /** Calls that were tried, and those of them that failed: no answer, a server's error, a time-out. */
  calls: z.int().nonnegative().exactOptional(),
  failures: z.int().nonnegative().exactOptional(),
  /** Of the call that took longest, in milliseconds. */
  latencyMs: z.number().nonnegative().exactOptional(),
  /** Tokens of the longest answer. */
  answerTokens: z.int().nonnegative().exactOptional(),
  /** Whether calls return anything. */
  returns: z.boolean().exactOptional(),
  /** What the last call came to: "200", "time-out", "connection refused". */
  status: z.string().exactOptional(),
  /** An answer, cut. */
  sample: z.string().exactOptional(),
});
export type ToolFacts = z.infer<typeof toolFactsSchema>;
