import * as z from 'zod';
import { conversationSchema, TOOLTALK_SETS } from './conversation.js';
import { findingSchema } from './finding.js';

/** A conversation of a run, as reviewed. */
export const toolTalkItemSchema = z.strictObject({
  set: z.enum(TOOLTALK_SETS),
  /** `AddAlarm-easy.json`. */
  file: z.string(),
  conversation: conversationSchema,
  /** Findings of the consistency gate. */
  findings: z.array(findingSchema),
});
export type ToolTalkItem = z.infer<typeof toolTalkItemSchema>;
