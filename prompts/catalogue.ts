import * as z from 'zod';
import { CONFIRMATION_RULES } from '../core/mtu-bench/confirmation.js';
import { question, user } from './ask/prompts.js';
import { definePrompt, type PromptDefinition } from './definition.js';
import { creationPrompts } from './mtu-bench/creation.js';
import { judgeIntent } from './mtu-bench/judge-intent.js';
import { recheckAnswer } from './mtu-bench/recheck-answer.js';
import { rewriteReply } from './mtu-bench/rewrite-reply.js';
import { rewriteRequest } from './mtu-bench/rewrite-request.js';
import { rewriteThought } from './mtu-bench/rewrite-thought.js';
import { MTU_BENCH_PROMPTS } from './prompt.js';
import { tEvalMakers } from './t-eval/makers.js';
import { tEvalPrompts } from './t-eval/prompts.js';
import { toolEyesJudges } from './tooleyes/judge/prompts.js';
import { toolEyesPrompts } from './tooleyes/prompts.js';
import { toolTalkPrompts } from './tooltalk/prompts.js';
import { ultraToolPrompts } from './ultratool/prompts.js';
import { ultraToolJudges } from './ultratool/judge/prompts.js';

/** System prompts with the current date: those of MTU-Bench's files and of published conversations. */
const dated = [MTU_BENCH_PROMPTS['S-S'], MTU_BENCH_PROMPTS['S-M'], 'chat/assistant'].map((id) =>
  definePrompt({
    id,
    input: z.strictObject({ today: z.string() }),
    example: { today: 'Friday, March 1, 2019' },
  }),
);

/** Those of dialogues also say whether details are confirmed, as the item's corpus does. */
const confirming = [MTU_BENCH_PROMPTS['M-S'], MTU_BENCH_PROMPTS['M-M']].map((id) =>
  definePrompt({
    id,
    input: z.strictObject({ today: z.string(), confirmation: z.string().default(CONFIRMATION_RULES.asked) }),
    example: { today: 'Friday, March 1, 2019', confirmation: CONFIRMATION_RULES.asked },
  }),
);

/** Shown to a model whose answer is unusable (llm/structured-output). */
const repair = definePrompt({
  id: 'structured-output/repair',
  input: z.strictObject({ reason: z.string(), problems: z.array(z.string()) }),
  example: { reason: 'wrong schema', problems: ['calls.0.step: expected number, received string'] },
});

/** All built-in prompts, in id order. */
export const PROMPTS: readonly PromptDefinition[] = [
  ...dated,
  ...confirming,
  question,
  user,
  repair,
  judgeIntent,
  recheckAnswer,
  rewriteReply,
  rewriteRequest,
  rewriteThought,
  ...creationPrompts,
  ...tEvalPrompts,
  ...tEvalMakers,
  ...toolEyesPrompts,
  ...toolEyesJudges,
  ...toolTalkPrompts,
  ...ultraToolPrompts,
  ...ultraToolJudges,
]
  .map((definition) => definition as PromptDefinition)
  .sort((a, b) => (a.id < b.id ? -1 : 1));
