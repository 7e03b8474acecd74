import * as z from 'zod';
import { SITUATIONS } from '../../core/mtu-bench/creation.js';
import { definePrompt } from '../definition.js';
import { heardSchema, thoughtProblems } from './creation-rules.js';
import { rehearsedSituation } from './rehearsed-creation.js';

const inputSchema = z.strictObject({
  /** Ends with the latest user turn. */
  turns: heardSchema,
  /** The assistant's reply; empty if the record ends before. */
  reply: z.string(),
});
export type SituateTurnInput = z.infer<typeof inputSchema>;
const outputSchema = z.strictObject({ thought: z.string(), situation: z.enum(SITUATIONS) });
export type SituateTurnOutput = z.infer<typeof outputSchema>;

/** Classifies a turn into the paper's five situations, with a thought. */
export const situateTurn = definePrompt<SituateTurnInput, SituateTurnOutput>({
  id: 'mtu-bench/situate-turn',
  input: inputSchema,
  example: {
    turns: [{ speaker: 'user', text: 'Find me a pet-friendly inn in Rome.' }],
    reply: 'There is Casa Lupo, for $80 a night. Do you like it?',
  },
  answer: {
    output: outputSchema,
    rules: (_, { thought }) => thoughtProblems(thought),
    rehearse: rehearsedSituation,
  },
});
