import * as z from 'zod';
import { JUDGED_PARTS } from './judgement.js';
import { pathSchema } from './library.js';
import { ENDINGS, turnSchema } from './trajectory.js';

const score = z.int().min(1).max(10).nullable();

/**
 * A trajectory to be scored by a person, with five scores that are null until given. The judge's scores are not shown.
 */
export const scoreSheetSchema = z.strictObject({
  scenario: z.string().min(1),
  path: pathSchema,
  query: z.string().min(1),
  turns: z.array(turnSchema).min(1),
  ending: z.enum(ENDINGS),
  /** Scores by part, with ToolEyes' names; one `action_thought_match` for all messages together. */
  scores: z.strictObject(
    Object.fromEntries(JUDGED_PARTS.map((part) => [part, score])) as Record<
      (typeof JUDGED_PARTS)[number],
      typeof score
    >,
  ),
});
export type ScoreSheet = z.infer<typeof scoreSheetSchema>;
