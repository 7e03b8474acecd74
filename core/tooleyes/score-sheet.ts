import * as z from 'zod';
import { JUDGED_PARTS } from './judgement.js';
import { pathSchema } from './library.js';
import { ENDINGS, turnSchema } from './trajectory.js';

const score = z.int().min(1).max(10).nullable();

/** What a person scores: a trajectory, and five scores that are null until somebody gives them. The judge's are not shown. */
export const scoreSheetSchema = z.strictObject({
  scenario: z.string().min(1),
  path: pathSchema,
  query: z.string().min(1),
  turns: z.array(turnSchema).min(1),
  ending: z.enum(ENDINGS),
  /** By part, as ToolEyes names them; `action_thought_match` for all messages together. */
  scores: z.strictObject(
    Object.fromEntries(JUDGED_PARTS.map((part) => [part, score])) as Record<
      (typeof JUDGED_PARTS)[number],
      typeof score
    >,
  ),
});
export type ScoreSheet = z.infer<typeof scoreSheetSchema>;
