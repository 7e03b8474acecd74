import { labelDefinitions } from '../../core/t-eval/label-definitions.js';
import { inBoth } from './in-both.js';
import { rehearsedResponse } from './rehearsed-responses.js';
import {
  simulateResponseInputSchema,
  simulateResponseOutputSchema,
  type SimulateResponseInput,
  type SimulateResponseOutput,
} from './schemas.js';
import { isNested } from '../../core/json.js';

const EXAMPLES: Readonly<Record<'en' | 'zh', SimulateResponseInput>> = {
  en: {
    api: '{"name":"Stay.get_details","description":"Describes a place.","required_parameters":[{"name":"placeId","type":"NUMBER","description":"Its id."}],"optional_parameters":[],"return_data":[{"name":"title","description":"Its name."},{"name":"rating","description":"Guests on it, 0 to 5."}]}',
    args: '{"placeId":481}',
    query: 'Where can I stay in Lyon, and how good is the first one?',
    history: [
      {
        call: 'Stay.search_places {"place":"Lyon"}',
        response: '{"places":[{"id":481,"name":"Maison Lumen"}]}',
      },
    ],
    kind: 'A',
    labels: labelDefinitions('en', ['A', 'D', 'E']),
  },
  zh: {
    api: '{"name":"Stay.get_details","description":"介绍一处住处。","required_parameters":[{"name":"placeId","type":"NUMBER","description":"编号。"}],"optional_parameters":[],"return_data":[{"name":"title","description":"名称。"},{"name":"rating","description":"客人评分，0 到 5。"}]}',
    args: '{"placeId":481}',
    query: '里昂有什么住处？第一处怎么样？',
    history: [
      {
        call: 'Stay.search_places {"place":"里昂"}',
        response: '{"places":[{"id":481,"name":"流明之家"}]}',
      },
    ],
    kind: 'A',
    labels: labelDefinitions('zh', ['A', 'D', 'E']),
  },
};

/** Simulates the response of a tool that cannot be called; not described in any paper. */
export const simulateResponse = inBoth<SimulateResponseInput, SimulateResponseOutput>(
  'simulate-response',
  (language) => ({
    input: simulateResponseInputSchema,
    example: EXAMPLES[language],
    answer: {
      output: simulateResponseOutputSchema,
      rules: ({ kind }, { response }) =>
        kind !== 'E' && isEmpty(response) ? [`the response is empty; of kind ${kind} it says something`] : [],
      rehearse: (input, draw) => ({ response: rehearsedResponse(input, language, draw) }),
    },
  }),
);

const isEmpty = (response: unknown): boolean =>
  response === null || response === '' || (isNested(response) && Object.keys(response).length === 0);
