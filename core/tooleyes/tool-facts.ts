import * as z from 'zod';
import { pathSchema } from './library.js';

/** Facts about a tool besides its document, from a file or a health check. */
export const toolFactsSchema = z.strictObject({
  path: pathSchema,
  /** Name of the tool in that subcategory. */
  tool: z.string().min(1),
  /** US dollars per call. */
  price: z.number().nonnegative().exactOptional(),
  /** Number of calls, and of failed ones: no answer, a server error, a time-out. */
  calls: z.int().nonnegative().exactOptional(),
  failures: z.int().nonnegative().exactOptional(),
  /** Duration of the slowest call, in milliseconds. */
  latencyMs: z.number().nonnegative().exactOptional(),
  /** Tokens of the longest answer. */
  answerTokens: z.int().nonnegative().exactOptional(),
  /** Whether calls return anything. */
  returns: z.boolean().exactOptional(),
  /** Result of the last call: "200", "time-out", "connection refused". */
  status: z.string().exactOptional(),
  /** An example of an answer, truncated. */
  sample: z.string().exactOptional(),
});
export type ToolFacts = z.infer<typeof toolFactsSchema>;
