import ts from 'typescript';
import { expect, it } from 'vitest';
import { breachesOf } from '../../scripts/outside-names.mjs';

/** What the check needs of TypeScript's library. */
const LIBRARY = `
interface Array<T> { length: number; [at: number]: T }
interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {}
interface NewableFunction {} interface Number {} interface Object {} interface RegExp {} interface String {}
declare const z: any, record: { [name: string]: number }, list: number[], name: string, known: 'a' | 'b';
`;

/** The breaches of a program of one file, each as its line's text and what to use there. */
function found(text: string): string[] {
  const files = new Map([
    ['/library.d.ts', LIBRARY],
    ['/file.ts', text],
  ]);
  const sources = new Map(
    [...files].map(([path, code]) => [path, ts.createSourceFile(path, code, ts.ScriptTarget.ES2022, true)]),
  );
  const program = ts.createProgram(
    [...files.keys()],
    { noLib: true, types: [] },
    {
      ...ts.createCompilerHost({}),
      getSourceFile: (path) => sources.get(path),
      fileExists: (path) => files.has(path),
      readFile: (path) => files.get(path),
    },
  );
  const lines = text.split('\n');
  return breachesOf(sources.get('/file.ts')!, program.getTypeChecker()).map((breach) => {
    const [, line, said] = /:(\d+):\d+ (.*)$/.exec(breach) ?? [];
    return `${lines[Number(line) - 1]} -> ${said?.replace(/^.* use /, '')}`;
  });
}

it('reports records that are read, written and asked by any name, and of schemas that drop one', () => {
  expect(found('record[name];\nrecord[name] = 1;\nrecord[name]++;\nname in record;')).toEqual([
    'record[name]; -> ownPart(record, name), or a Map.',
    'record[name] = 1; -> putPart(record, name, value), or a Map.',
    'record[name]++; -> putPart(record, name, value), or a Map.',
    'name in record; -> Object.hasOwn(record, name).',
  ]);
  expect(found('z.record(z.string(), z.number());\nz.json();')).toEqual([
    'z.record(z.string(), z.number()); -> recordOf or jsonSchema of core/own-record.',
    'z.json(); -> recordOf or jsonSchema of core/own-record.',
  ]);
});

it('lets known names, numbers and deletions be', () => {
  expect(found("record['x'];\nrecord[known];\nlist[1 + 1];\ndelete record[name];\n'x' in record;")).toEqual(
    [],
  );
  expect(found("z.record(z.enum(['a']), z.number());\nlist.length;")).toEqual([]);
});
