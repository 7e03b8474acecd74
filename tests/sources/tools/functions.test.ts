import { expect, it } from 'vitest';
import { isFunctionList, readFunctionList } from '../../../sources/tools/functions.js';

const parameters = {
  type: 'object',
  properties: {
    city: { type: 'string', description: 'Where' },
    unit: { type: 'string', enum: ['C', 'F'], default: 'C' },
  },
  required: ['city'],
};
const words = { name: 'get_weather', description: 'Tells the weather.' };

it.each<[string, unknown]>([
  [
    "OpenAI's chat completions",
    { tools: [{ type: 'function', function: { ...words, parameters, strict: true } }] },
  ],
  ["OpenAI's responses", [{ type: 'function', ...words, parameters }]],
  ["OpenAI's older functions", { functions: [{ ...words, parameters }] }],
  ["Anthropic's tools", { tools: [{ ...words, input_schema: parameters }] }],
])('reads %s', (_what, document) => {
  expect(isFunctionList(document)).toBe(true);
  expect(readFunctionList(document, 'f.json', 'my-tools')).toEqual({
    kind: 'functions',
    findings: [],
    tools: [
      {
        name: 'MyTools',
        description: '',
        domains: [],
        apis: [
          {
            ...words,
            required: [{ name: 'city', type: 'STRING', description: 'Where' }],
            optional: [{ name: 'unit', type: 'STRING', description: '', enum: ['C', 'F'], default: 'C' }],
            returns: [],
            origin: { kind: 'document' },
          },
        ],
      },
    ],
  });
});

it('takes `Tool__api` and `Tool.api` apart, and keeps names apart that become one', () => {
  const functions = ['Mail__send', 'Mail.read', 'a-b', 'a b'].map((name) => ({ name, parameters: {} }));
  const { tools, findings } = readFunctionList({ name: 'rest', functions }, 'f.json', 'f');
  expect(tools.map(({ name, apis }) => [name, apis.map((api) => api.name)])).toEqual([
    ['Mail', ['send', 'read']],
    ['Rest', ['a_b', 'a_b_2']],
  ]);
  expect(findings.map(({ where }) => where)).toEqual(['Rest.a_b', 'Rest.a_b_2']);
});

it('names the entry that is none', () => {
  const list = [
    { name: 'a', parameters: {} },
    { name: '', parameters: {} },
  ];
  expect(() => readFunctionList(list, 'f.json', 'f')).toThrow(
    expect.objectContaining({ code: 'TOOLS_INVALID' }),
  );
});
