import { definePrompt } from '../definition.js';
import { thoughtProblems } from './creation-rules.js';
import { rehearsedSituation } from './rehearsed-creation.js';
import {
  situateTurnInputSchema,
  situateTurnOutputSchema,
  type SituateTurnInput,
  type SituateTurnOutput,
} from './creation-schemas.js';

/** Classifies a turn into the paper's five situations, with a thought. */
export const situateTurn = definePrompt<SituateTurnInput, SituateTurnOutput>({
  id: 'mtu-bench/situate-turn',
  input: situateTurnInputSchema,
  example: {
    turns: [{ speaker: 'user', text: 'Find me a pet-friendly inn in Rome.' }],
    reply: 'There is Casa Lupo, for $80 a night. Do you like it?',
  },
  answer: {
    output: situateTurnOutputSchema,
    rules: (_, { thought }) => thoughtProblems(thought),
    rehearse: rehearsedSituation,
  },
});
