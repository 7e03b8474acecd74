import * as z from 'zod';
import { inBoth } from './in-both.js';

const inputSchema = z.strictObject({
  /** What came back, as JSON text. */
  response: z.string(),
  /** The reviewer's word, and its reason. */
  finished: z.boolean(),
  thought: z.string(),
  /** Whether the action is to be written again; false also where the last attempt stands though it is not done. */
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

/** The planner's conversation after an action: what came back, what the reviewer said, what comes next (paper, 2.3.3). */
export const stepResult = inBoth<StepResultInput>('step-result', (language) => ({
  input: inputSchema,
  example: EXAMPLES[language],
}));
