import * as z from 'zod';
import { TOOLTALK_SETS } from './conversation.js';

/** A scenario as people decide on it, before a conversation is held about it. */
export const scenarioItemSchema = z.strictObject({
  set: z.enum(TOOLTALK_SETS),
  suites: z.array(z.string()),
  /** The tool that it needs. */
  tool: z.string(),
  scenario: z.string().min(1),
  /** Tools in the order in which its author expects them. */
  calls: z.array(z.string()).min(1),
});
export type ScenarioItem = z.infer<typeof scenarioItemSchema>;

/** Kind of the queues of scenarios. */
export const SCENARIOS_QUEUE = 'tooltalk-scenarios';
