import { describe, expect, it } from 'vitest';
import { earlierPrompt, PromptLibrary, renderKnown } from '../../prompts/library.js';
import { generateQueries } from '../../prompts/t-eval/generate-queries.js';
import { refineQueries, type RefineQueriesOutput } from '../../prompts/t-eval/refine-queries.js';

it.each([
  ['en', 'c26ccb7f5dd08d3613e829ff9031a21e741589784fb22bc5807e04fe9367249f'],
  ['zh', '4f7d5f90eaa1ee019d7b8de4a482294c48246339701e02c8af00aab9332a5979'],
] as const)(
  'the prompt of earlier exports that says everything (%s) takes today’s input',
  (language, sha256) => {
    const definition = generateQueries[language];
    const prompt = earlierPrompt(definition.id, 1);
    expect(prompt).toMatchObject({ version: 1, sha256 });
    if (prompt === undefined) return;
    const text = renderKnown({ prompt, definition }, definition.example);
    expect(text).not.toContain('P-17');
    expect(renderKnown(PromptLibrary.open().get(definition.id), definition.example)).toContain('P-17');
  },
);

describe.each(['en', 'zh'] as const)('the rules (%s) of', (language) => {
  it.each<[string, RefineQueriesOutput['queries'], string[]]>([
    [
      'good ones',
      [
        { query: 'Find three places in Rome.', given_up: null },
        { query: null, given_up: 'nothing books here' },
      ],
      [],
    ],
    [
      'one too few',
      [{ query: 'Rome, please.', given_up: null }],
      ['there are to be exactly 2 entries, not 1'],
    ],
    [
      'neither a query nor a reason',
      [
        { query: null, given_up: ' ' },
        { query: 'a specific town', given_up: null },
      ],
      [
        'query 1: it has neither a query nor a reason to give it up',
        'query 2: "a specific" leaves open what is meant: say which one',
      ],
    ],
    [
      'two alike',
      [
        { query: 'Rome, please.', given_up: null },
        { query: ' rome,  please.', given_up: null },
      ],
      ['query 2: another one says the same'],
    ],
  ])('queries that are refined together: %s', (_, queries, problems) => {
    const { example } = refineQueries[language];
    expect(refineQueries[language].answer?.rules(example, { queries })).toEqual(problems);
  });
});
