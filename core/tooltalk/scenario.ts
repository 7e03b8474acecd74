import * as z from 'zod';
import { TOOLTALK_SETS } from './conversation.js';

/** A scenario as reviewed, before a conversation is generated from it. */
export const scenarioItemSchema = z.strictObject({
  set: z.enum(TOOLTALK_SETS),
  suites: z.array(z.string()),
  /** The tool that it requires. */
  tool: z.string(),
  scenario: z.string().min(1),
  /** Tools in the order in which its author expects them. */
  calls: z.array(z.string()).min(1),
});
export type ScenarioItem = z.infer<typeof scenarioItemSchema>;

/** Kind of the queues of scenarios. */
export const SCENARIOS_QUEUE = 'tooltalk-scenarios';
