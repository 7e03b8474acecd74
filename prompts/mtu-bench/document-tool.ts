import { definePrompt } from '../definition.js';
import { among, counted } from '../known-parts.js';
import { nameProblems, textProblems, twiceProblems } from './creation-rules.js';
import { rehearsedDocument } from './rehearsed-creation.js';
import {
  documentToolInputSchema,
  documentToolOutputSchema,
  type DocumentToolInput,
  type DocumentToolOutput,
} from './creation-schemas.js';

/** Maximum result fields invented if none was proposed. */
const MOST_FIELDS = 12;

/** Documents a tool clustered from proposals. */
export const documentTool = definePrompt<DocumentToolInput, DocumentToolOutput>({
  id: 'mtu-bench/document-tool',
  input: documentToolInputSchema,
  example: {
    name: 'find_inn',
    domain: 'INNS',
    descriptions: ['Finds inns in a city.'],
    parameters: [{ name: 'city', description: 'Where to look.', required: true }],
    results: [{ name: 'inn', description: 'Its name.' }],
  },
  answer: {
    output: documentToolOutputSchema,
    known: ({ parameters, results }) => {
      const names = parameters.map(({ name }) => name);
      return [
        ...['required', 'optional'].flatMap((list) => [
          ...counted(list, 0, names.length),
          ...among(`${list}.*.name`, names),
        ]),
        ...counted('results', 1, Math.max(MOST_FIELDS, results.length)),
        ...among(
          'results.*.name',
          results.map(({ name }) => name),
        ),
      ];
    },
    rules: (input, { description, required, optional, results }) => {
      const parameters = [...required, ...optional];
      const named = parameters.map(({ name }) => name);
      const fields = results.map(({ name }) => name);
      return [
        ...textProblems('the tool', description),
        ...twiceProblems('the parameter', named),
        ...notAmong('the parameter', named, input.parameters),
        ...(input.results.length > 0
          ? [...twiceProblems('the result', fields), ...notAmong('the result', fields, input.results)]
          : nameProblems('the result', fields)),
        ...(fields.length === 0 || fields.length > Math.max(MOST_FIELDS, input.results.length)
          ? [`1 to ${MOST_FIELDS} results are expected`]
          : []),
        ...[...parameters, ...results].flatMap((one) => textProblems(one.name, one.description)),
        ...parameters.flatMap((one) => allowedProblems(one)),
      ];
    },
    rehearse: rehearsedDocument,
  },
});

const notAmong = (
  what: string,
  names: readonly string[],
  given: readonly { readonly name: string }[],
): string[] =>
  names
    .filter((name) => !given.some((one) => one.name === name))
    .map((name) => `${what} ${name} is not among those that were named`);

/** Listed values are strings, and a default is one of them. */
function allowedProblems({
  name,
  type,
  enum: allowed,
  ...rest
}: DocumentToolOutput['required'][number] & { readonly default?: string }): string[] {
  if (allowed.length === 0) return [];
  const { default: value = '' } = rest;
  return [
    ...(type === 'string' ? [] : [`${name} lists values, so its type is string`]),
    ...(value === '' || allowed.includes(value) ? [] : [`the default of ${name} is not among its values`]),
  ];
}
