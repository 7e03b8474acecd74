import * as z from 'zod';
import { inBoth } from './in-both.js';

const inputSchema = z.strictObject({
  /** The response, as JSON. */
  response: z.string(),
  /** The reviewer's judgement with its reason. */
  finished: z.boolean(),
  thought: z.string(),
  /** Whether the action must be revised; false also for a last attempt that was not accepted. */
  revise: z.boolean(),
});
export type StepResultInput = z.infer<typeof inputSchema>;

const EXAMPLES: Readonly<Record<'en' | 'zh', StepResultInput>> = {
  en: {
    response: '{"places":[]}',
    finished: false,
    thought: 'Nothing was found: the town is misspelt.',
    revise: true,
  },
  zh: { response: '{"places":[]}', finished: false, thought: '没有找到结果：城市名写错了。', revise: true },
};

/** The message to the planner after an action: response, judgement, and what comes next (paper, 2.3.3). */
export const stepResult = inBoth<StepResultInput>('step-result', (language) => ({
  input: inputSchema,
  example: EXAMPLES[language],
}));
