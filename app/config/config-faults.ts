import { readFile } from 'node:fs/promises';
import { parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type * as z from 'zod';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { Place } from './place-of-key.js';

/** The error of a configuration file with the place in it, as editors and terminals open it: `FILE:LINE:COLUMN`. */
export const invalidConfig = (file: string, found: string, place?: Partial<Place>): BenchwrightError =>
  new BenchwrightError('CONFIG_INVALID', {
    expected: 'export default defineConfig({ … })',
    found,
    where: [file, place?.line, place?.column].filter((part) => part !== undefined).join(':'),
    next: 'Fix the file; docs/configuration.md lists every field.',
  });

/** What the schema refuses, each with its place where there are several; the error stands at the first. */
export async function refusedConfig(file: string, { issues }: z.ZodError): Promise<BenchwrightError> {
  const text = await readFile(file, 'utf8').catch(() => '');
  // Only a file with a fault is read as syntax.
  const { placeOfKey } = await import('./place-of-key.js');
  const refused = issues.map((issue) => {
    const key = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    return { said: saidOf(issue), place: placeOfKey(text, file, [...issue.path, ...key]) };
  });
  const found = refused.map(({ said, place }) =>
    refused.length === 1 || !place ? said : `${said} (line ${place.line}, column ${place.column})`,
  );
  return invalidConfig(file, found.join('; '), refused[0]?.place);
}

const saidOf = ({ path, message }: z.core.$ZodIssue): string => [...path, message].join(': ');

/** What a file failed with while it was loaded: its syntax, or what it does. */
export async function unloadedConfig(file: string, error: unknown): Promise<BenchwrightError> {
  if (file.endsWith('.json')) return unreadJson(file, error);
  const message = error instanceof Error ? error.message : String(error);
  const { said, place } = loadFault(message);
  if (place) return invalidConfig(place.file, said, place);
  return invalidConfig(file, said, await thrownAt(file, error));
}

/** What jiti says of a file that it cannot load. */
export function loadFault(message: string): {
  readonly said: string;
  readonly place?: Place & { readonly file: string };
} {
  // It appends search paths, or the place of a syntax error on a second line, its column counted from 0.
  const [first = '', second = ''] = message.split('\n');
  const [, file, line, column] = /^\s*(.+):(\d+):(\d+)$/.exec(second) ?? [];
  const said = first.trim();
  return file === undefined
    ? { said }
    : { said, place: { file, line: Number(line), column: Number(column) + 1 } };
}

/** The line of the file in a stack; of the column, what is in that line: jiti keeps lines, and writes before them. */
async function thrownAt(file: string, error: unknown): Promise<Partial<Place> | undefined> {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frame = stack.split('\n').find((line) => line.includes(`${file}:`));
  const [, at, from] = /:(\d+):(\d+)\)?$/.exec(frame ?? '') ?? [];
  if (at === undefined) return undefined;
  const text = (await readFile(file, 'utf8').catch(() => '')).split('\n')[Number(at) - 1] ?? '';
  const column = Number(from);
  return { line: Number(at), ...(column <= text.length && { column }) };
}

async function unreadJson(file: string, error: unknown): Promise<BenchwrightError> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const errors: ParseError[] = [];
  parseTree(text, errors);
  const [first] = errors;
  if (!first) return invalidConfig(file, error instanceof Error ? error.message : String(error));
  const { placeAt } = await import('./place-of-key.js');
  return invalidConfig(file, printParseErrorCode(first.error), placeAt(text, first.offset));
}
