import * as z from 'zod';

/** A tool call in a model's answer. */
export const modelToolCallSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** The arguments as the model wrote them: JSON text, possibly invalid. */
  arguments: z.string(),
});
export type ModelToolCall = z.infer<typeof modelToolCallSchema>;
