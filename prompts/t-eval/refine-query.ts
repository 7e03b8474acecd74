import type { Language } from '../../core/t-eval/query.js';
import { inBoth } from './in-both.js';
import { queryProblems } from './query-rules.js';
import { refinedText } from './rehearsed-queries.js';
import {
  refineQueryInputSchema,
  refineQueryOutputSchema,
  type RefineQueryInput,
  type RefineQueryOutput,
} from './schemas.js';

const EXAMPLES: Readonly<Record<Language, RefineQueryInput>> = {
  en: {
    apis: '[{"name":"Stay.search_places","description":"Finds places to stay.","required_parameters":[{"name":"place","type":"STRING","description":"The town."}],"optional_parameters":[],"return_data":[]}]',
    apiNames: ['Stay.search_places'],
    query: 'Use search_places for a specific town and save the result at YOUR_FILE_PATH.',
  },
  zh: {
    apis: '[{"name":"Stay.search_places","description":"查找住处。","required_parameters":[{"name":"place","type":"STRING","description":"城市。"}],"optional_parameters":[],"return_data":[]}]',
    apiNames: ['Stay.search_places'],
    query: '请用 search_places 查找某个城市的住处，并保存到 YOUR_FILE_PATH。',
  },
};

/**
 * Refines a single query so that it can be executed as stated (paper, figure 7); used by runs of versions that did not
 * refine queries together.
 */
export const refineQuery = inBoth<RefineQueryInput, RefineQueryOutput>('refine-query', (language) => ({
  input: refineQueryInputSchema,
  example: EXAMPLES[language],
  answer: {
    output: refineQueryOutputSchema,
    rules: ({ apiNames }, { query }) => queryProblems(query, apiNames),
    rehearse: (input, draw) => ({ query: refinedText(input, language, draw) }),
  },
}));
