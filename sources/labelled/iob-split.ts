import { basename, join } from 'node:path';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { HashedSourceFile } from '../corpus-kind.js';
import { bytesOf, hashedFile } from '../folder.js';
import { RecordFault } from '../record-fault.js';
import { parseIob } from './iob.js';
import type { LabelledUtterance } from './utterance.js';

/** A folder of three parallel files, line by line: the texts (a shard), their tags and intents (its resources). */
export interface IobSplit {
  readonly split: string;
  /** Path of `seq.in` in the source folder. */
  readonly path: string;
}

const [WORDS, TAGS, LABELS] = ['seq.in', 'seq.out', 'label'];

/** Finds IOB splits: folders that hold `seq.in`, `seq.out` and `label`. */
export function iobSplits(root: string, files: readonly string[]): IobSplit[] {
  return files
    .filter((path) => basename(path) === WORDS)
    .filter((path) => [TAGS, LABELS].every((name) => files.includes(beside(path, name ?? ''))))
    .map((path) => ({ split: basename(join(root, path, '..')), path }));
}

const beside = (path: string, name: string): string => `${path.slice(0, -basename(path).length)}${name}`;

/**
 * The resources of a split.
 * @throws SOURCE_TRUNCATED if there are more tags or intents than utterances, which cannot be aligned
 */
export async function iobResources(root: string, { path }: IobSplit): Promise<HashedSourceFile[]> {
  const count = linesOf(await bytesOf(root, path)).length;
  const resources: HashedSourceFile[] = [];
  for (const name of [TAGS, LABELS]) {
    const parallel = beside(path, name ?? '');
    resources.push(await hashedFile(root, parallel));
    const lines = linesOf(await bytesOf(root, parallel)).length;
    if (lines > count)
      throw new BenchwrightError('SOURCE_TRUNCATED', {
        expected: `as many lines as ${name}: ${lines}`,
        found: `${count} lines`,
        where: join(root, path),
        next: 'Download the three files of the split again: line n of each belongs to one utterance.',
      });
  }
  return resources;
}

/** Parses an utterance of a split from its text and line number. */
export type IobReader = (words: string, ordinal: number, recordId: string) => LabelledUtterance;

/** Creates a reader with a split's tags and intents in memory. @throws SOURCE_UNREADABLE */
export async function iobReader(root: string, { path }: IobSplit): Promise<IobReader> {
  const [tags = [], labels = []] = await Promise.all(
    [TAGS, LABELS].map(async (name) => linesOf(await bytesOf(root, beside(path, name ?? '')))),
  );
  return (words, ordinal, recordId) => {
    const [tag, label] = [tags[ordinal], labels[ordinal]];
    if (tag === undefined || label === undefined)
      throw new RecordFault(
        'parallel files differ in length',
        `line ${ordinal + 1} of seq.in: ${tag === undefined ? 'seq.out' : 'label'} ends before it`,
        recordId,
      );
    return parseIob({ words, tags: tag, label }, recordId);
  };
}

/** An empty rest after the last line break is not a line, as in `indexLines`. */
function linesOf(bytes: Buffer): string[] {
  const lines = bytes.toString('utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
