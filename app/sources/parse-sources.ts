import { resolve } from 'node:path';
import { CORPUS_KINDS } from '../../core/corpora.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';

/** What `--source` may name. */
export interface SourceNames {
  /** Absent where a person chooses the name. */
  readonly among?: readonly string[];
  readonly example: string;
}

/** Of runs of corpora. */
export const CORPUS_NAMES: SourceNames = {
  among: CORPUS_KINDS,
  example: '--source sgd=corpora/dstc8-schema-guided-dialogue',
};

/** Of runs of `ask`. */
export const ROWS_NAMES: SourceNames = { example: '--source queries=queries.csv' };

/** Of runs of `correct`. */
export const PUBLISHED_NAMES: SourceNames = { example: '--source mtu=MTU-Bench/data' };

/**
 * Reads `NAME=PATH` as typed: the absolute path of each name, in the order given.
 * @throws USAGE for another form, a name that is not known, and one given twice
 */
export function givenSources(sources: readonly string[], names: SourceNames): Map<string, string> {
  const given = new Map<string, string>();
  for (const text of sources) {
    const [, name, path] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (name === undefined || path === undefined || names.among?.includes(name) === false)
      throw wrong(names, JSON.stringify(text));
    if (given.has(name)) throw wrong(names, `the name "${name}" twice`);
    given.set(name, resolve(path));
  }
  return given;
}

/** The same where there has to be one. @throws USAGE as `givenSources`, and for none */
export function parseSources(sources: readonly string[], names: SourceNames): Map<string, string> {
  if (sources.length === 0) throw wrong(names, 'no --source');
  return givenSources(sources, names);
}

const wrong = ({ among, example }: SourceNames, found: string): BenchwrightError =>
  new BenchwrightError('USAGE', {
    expected: `--source NAME=PATH with ${among === undefined ? 'a name of its own each' : `NAME among: ${among.join(', ')}`}`,
    found,
    next: `For example: ${example}`,
  });
