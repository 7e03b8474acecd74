import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseJson, writeJson } from '../../../core/json.js';
import { callProblems } from '../../../core/t-eval/call-rules.js';
import { parseYaml } from '../../../core/parse-yaml.js';
import { readTools } from '../../../sources/tools/read-tools.js';
import { toTEvalTools } from '../../../transforms/t-eval/tool-document.js';
import { freshFolder } from '../../support/files.js';

/** Numbers and names that JavaScript rounds and moves, at each place of a document. */
const PARTS: readonly (readonly [string, string])[] = [
  ['info', '{"title": "Shop", "version": "1"}'],
  ['servers', '[{"url": "https://x.example"}]'],
  [
    'paths',
    `{"/orders/{id}": {"get": {"operationId": "get_order", "parameters": [
    {"name": "id", "in": "path", "required": true,
      "schema": {"type": "integer", "minimum": 1.0, "maximum": 18014398509481983, "example": 9007199254740993}},
    {"name": "rate", "in": "query", "schema": {"type": "number", "enum": [1.10, 2.50], "default": 1.10}},
    {"name": "most", "in": "query", "schema": {"type": "number", "default": 1e3, "multipleOf": 0.10}},
    {"name": "sizes", "in": "query", "schema": {"allOf": [{"description": "S"}, {"type": "object", "properties":
      {"10": {"type": "integer", "maximum": 18014398509481983}, "9": {"type": "number", "enum": [1.10]}}}]}}],
    "responses": {"404": {"description": "None"}, "200": {"description": "Fine", "content": {"application/json":
      {"schema": {"type": "object", "properties": {"id": {"type": "integer", "example": 9007199254740993}}}}}}}}}}`,
  ],
];
const inJson = (version: string): string =>
  `{"openapi": "${version}", ${PARTS.map(([name, text]) => `"${name}": ${text}`).join(', ')}}`;
/** With most names as YAML has them, without quotes. */
const inYaml = (version: string): string =>
  `openapi: ${version}\n${PARTS.map(([name, text]) => `${name}: ${text.replace(/"(\w+)": /g, '$1: ')}\n`).join('')}`;

it.each(
  ['3.0.3', '3.1.0', '3.2.0'].flatMap((version) => [
    [version, 'json', inJson(version)],
    [version, 'yaml', inYaml(version)],
  ]),
)('an OpenAPI document keeps digits and order of names: %s as %s', async (_, kind, text = '') => {
  const path = join(freshFolder(), `shop.${kind}`);
  writeFileSync(path, text);
  const { tools } = await readTools(path, 1_000);
  const api = toTEvalTools(tools)[0]?.api_list[0];
  expect(writeJson([api?.required_parameters, api?.optional_parameters, api?.return_data])).toBe(
    writeJson(
      parseJson(`[
        [{"name":"id","type":"NUMBER","description":"","minimum":1.0,"maximum":18014398509481983,"examples":[9007199254740993]}],
        [{"name":"rate","type":"FLOAT","description":"","enum":[1.10,2.50],"default":1.10},
         {"name":"most","type":"FLOAT","description":"","default":1e3,"multipleOf":0.10},
         {"name":"sizes","type":"OBJECT","description":"S","structure":{"type":"object","properties":
          {"10":{"type":"integer","maximum":18014398509481983},"9":{"type":"number","enum":[1.10]}}}}],
        [{"name":"id","description":"","examples":[9007199254740993]}]]`),
    ),
  );
  const { name = '', required = [], optional = [] } = tools[0]?.apis[0] ?? {};
  const problems = (args: string): string[] =>
    callProblems(name, parseJson(args) as Record<string, never>, { [name]: { required, optional } });
  expect(problems('{"id":18014398509481983,"rate":1.1,"sizes":{"10":18014398509481983,"9":1.1}}')).toEqual(
    [],
  );
  expect(problems('{"id":18014398509481984,"rate":1.11,"sizes":{"10":18014398509481984}}')).toEqual([
    'get_order: "id" is 18014398509481984, not at most 18014398509481983',
    'get_order: "rate" is 1.11, not one of 1.10, 2.50',
    'get_order: "sizes".10 is 18014398509481984, not at most 18014398509481983',
  ]);
});

it('names of YAML stay in order, also those without quotes', () => {
  const text = '10: {b: 1.10}\n9: 12.50\n1.10: a\n9007199254740993: b\nnull: c\n[a, 1.0]: d\n__proto__: e\n';
  expect(writeJson(parseYaml(text))).toBe(
    '{"10":{"b":1.10},"9":12.50,"1.10":"a","9007199254740993":"b","":"c","[\\"a\\",1.0]":"d","__proto__":"e"}',
  );
});
