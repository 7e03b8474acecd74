import { readFile } from 'node:fs/promises';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { utf8Text } from '../../../core/utf8-text.js';

/** Name of the built-in table. */
export const READY_TOPICS = 'paper';

/** The built-in topics table, with as many topics as the paper's, over its six corpora. */
export const readyTopics = (): Promise<string> =>
  readFile(new URL('../../../transforms/mtu-bench/splitting/topics.yaml', import.meta.url), 'utf8');

/** Reads a topics table. @param file an absolute path @throws TOPICS_INVALID if it cannot be read */
export async function readTopics(file: string): Promise<string> {
  try {
    return utf8Text(await readFile(file));
  } catch (error) {
    throw new BenchwrightError('TOPICS_INVALID', {
      expected: `a YAML file of topics, or ${READY_TOPICS} for the ready-made table`,
      found: error instanceof Error ? error.message : String(error),
      where: file,
      next: 'Check the path; `benchwright topics > topics.yaml` writes a table to edit.',
    });
  }
}
