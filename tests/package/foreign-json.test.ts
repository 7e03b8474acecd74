import ts from 'typescript';
import { expect, it } from 'vitest';
import { breachesOf } from '../../scripts/foreign-json.mjs';

/** What the check needs of TypeScript's library. */
const LIBRARY = `
interface Array<T> { length: number; [at: number]: T }
interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {}
interface NewableFunction {} interface Number {} interface Object {} interface RegExp {} interface String {}
declare const Object: { fromEntries<T>(entries: [string, T][]): { [name: string]: T } };
declare function structuredClone<T>(value: T): T;
declare class NumberAsWritten { text: string }
type Json = string | NumberAsWritten | { [name: string]: Json };
declare const object: { [name: string]: Json }, counts: { [name: string]: number }, entries: [string, Json][];
declare const JSON: { parse(text: string): any; stringify(value: any): string };
declare const value: unknown, name: string, names: string[], record: { a: number };
declare function written(text: (said: string) => string): void;
declare function any(text: (said: unknown) => string): void;
`;

/** Lines of a program's file with a breach. */
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
  return breachesOf(sources.get('/file.ts')!, program.getTypeChecker()).map(
    (breach) => text.split('\n')[Number(/:(\d+):\d+ /.exec(breach)?.[1]) - 1] ?? '',
  );
}

it('reports what parses JSON, and what writes values that may have numbers with digits', () => {
  const breaches = [
    'JSON.parse(name);',
    'JSON.stringify(value);',
    'JSON.stringify(record);',
    'any(JSON.stringify);',
  ];
  expect(found(breaches.join('\n'))).toEqual(breaches);
  expect(found('JSON.stringify(name);\nJSON.stringify(names);\nwritten(JSON.stringify);')).toEqual([]);
});

it('reports copies of objects that move integer-like names, but not those of objects of our own', () => {
  const breaches = [
    'structuredClone(record);',
    'Object.fromEntries(entries);',
    'const copy = { ...object };',
    'const { a, ...others } = object;',
  ];
  expect(found(breaches.join('\n'))).toEqual(breaches);
  expect(found('const more = { ...counts };\nconst same = { ...record };')).toEqual([]);
});
