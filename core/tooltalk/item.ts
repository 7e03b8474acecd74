import * as z from 'zod';
import { conversationSchema, TOOLTALK_SETS } from './conversation.js';
import { findingSchema } from './finding.js';

/** A conversation as a run has it, and as people review it. */
export const toolTalkItemSchema = z.strictObject({
  set: z.enum(TOOLTALK_SETS),
  /** `AddAlarm-easy.json`. */
  file: z.string(),
  conversation: conversationSchema,
  /** What the consistency gate found. */
  findings: z.array(findingSchema),
});
export type ToolTalkItem = z.infer<typeof toolTalkItemSchema>;
