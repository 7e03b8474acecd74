import * as z from 'zod';
import { CONFIRMATION_RULES } from '../../core/mtu-bench/confirmation.js';
import { datedPrompt } from '../dated.js';
import { definePrompt, type PromptDefinition } from '../definition.js';
import { creationPrompts } from './creation.js';
import { judgeIntent } from './judge-intent.js';
import { recheckAnswer } from './recheck-answer.js';
import { rewriteReply } from './rewrite-reply.js';
import { rewriteRequest } from './rewrite-request.js';
import { rewriteThought } from './rewrite-thought.js';

/** Prompts in MTU-Bench's evaluation files, by setting; OOD uses its style's. */
export const MTU_BENCH_PROMPTS = {
  'S-S': 'mtu-bench/s-s',
  'S-M': 'mtu-bench/s-m',
  'M-S': 'mtu-bench/m-s',
  'M-M': 'mtu-bench/m-m',
} as const;

/** Those of dialogues also say whether details are confirmed, as the item's corpus does. */
const confirming = [MTU_BENCH_PROMPTS['M-S'], MTU_BENCH_PROMPTS['M-M']].map((id) =>
  definePrompt({
    id,
    input: z.strictObject({ today: z.string(), confirmation: z.string().default(CONFIRMATION_RULES.asked) }),
    example: { today: 'Friday, March 1, 2019', confirmation: CONFIRMATION_RULES.asked },
  }),
);

/** All prompts of MTU-Bench: of its files, of its models, and of creation. */
export const mtuBenchPrompts: readonly PromptDefinition[] = [
  datedPrompt(MTU_BENCH_PROMPTS['S-S']),
  datedPrompt(MTU_BENCH_PROMPTS['S-M']),
  ...confirming,
  judgeIntent,
  recheckAnswer,
  rewriteReply,
  rewriteRequest,
  rewriteThought,
  ...creationPrompts,
].map((definition) => definition as PromptDefinition);
