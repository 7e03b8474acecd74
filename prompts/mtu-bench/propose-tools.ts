import { definePrompt } from '../definition.js';
import { counted } from '../known-parts.js';
import { nameProblems, textProblems } from './creation-rules.js';
import { rehearsedTools } from './rehearsed-creation.js';
import {
  proposeToolsInputSchema,
  proposeToolsOutputSchema,
  type ProposeToolsInput,
  type ProposeToolsOutput,
} from './creation-schemas.js';

/** Maximum tools per dialogue, and parameters or results per tool. */
const MOST_TOOLS = 6;
const MOST_SLOTS = 15;

/** The prompt's input for a dialogue. */
export const proposeToolsInput = (domain: string, turns: ProposeToolsInput['turns']): ProposeToolsInput => ({
  domain,
  turns,
  most: MOST_TOOLS,
});

/** Proposes the tools that an assistant must have had in an unannotated dialogue. */
export const proposeTools = definePrompt<ProposeToolsInput, ProposeToolsOutput>({
  id: 'mtu-bench/propose-tools',
  input: proposeToolsInputSchema,
  example: proposeToolsInput('INNS', [
    { speaker: 'user', text: 'Find me a pet-friendly inn in Rome.' },
    { speaker: 'assistant', text: 'There is Casa Lupo, for $80 a night. Do you like it?' },
  ]),
  answer: {
    output: proposeToolsOutputSchema,
    known: ({ most }) => [
      ...counted('tools', 0, most),
      ...counted('tools.*.parameters', 0, MOST_SLOTS),
      ...counted('tools.*.results', 0, MOST_SLOTS),
    ],
    rules: ({ most }, { tools }) => [
      ...(tools.length > most ? [`there are ${tools.length} tools, at most ${most} are asked for`] : []),
      ...nameProblems(
        'the tool',
        tools.map(({ name }) => name),
      ),
      ...tools.flatMap(({ name, description, parameters, results }) => [
        ...textProblems(`the tool ${name}`, description),
        ...nameProblems(
          `${name}: the parameter`,
          parameters.map((one) => one.name),
        ),
        ...nameProblems(
          `${name}: the result`,
          results.map((one) => one.name),
        ),
        ...[parameters, results].flatMap(({ length }) =>
          length > MOST_SLOTS ? [`${name} has ${length} parameters or results; at most ${MOST_SLOTS}`] : [],
        ),
      ]),
    ],
    rehearse: rehearsedTools,
  },
});
