import { basename } from 'node:path';
import { ABOUT } from '../about.js';
import type { CorpusKind, CorpusLayout, ShardFile } from '../corpus-kind.js';
import { filesBelow, holding, notThisCorpus, type ExpectedFolder } from '../folder.js';
import { parseMetalwoz } from './dialogue.js';

const FOLDER: ExpectedFolder = {
  what: 'MetaLWOZ: tasks.txt and dialogues/<DOMAIN>.txt',
  next: 'Give the unpacked folder of metalwoz-v1.zip, which holds tasks.txt and dialogues/.',
};

/** The corpus has no splits. */
const SPLIT = 'metalwoz';
const DIALOGUES = /(^|\/)dialogues\/[^/]+\.txt$/;

/** Lists a MetaLWOZ folder: one file per domain, one dialogue per line. @throws as `CorpusKind.open` */
async function openMetalwoz(root: string): Promise<CorpusLayout> {
  const files = await filesBelow(root, FOLDER);
  const shards = files
    .filter((path) => DIALOGUES.test(path))
    .map((path): ShardFile => ({ path, split: SPLIT, form: 'lines' }));
  if (shards.length === 0 || !files.some((path) => basename(path) === 'tasks.txt'))
    throw notThisCorpus(root, `no tasks.txt with dialogues/*.txt beside it ${holding(files)}`, FOLDER);
  return {
    licence: ABOUT.metalwoz.licence,
    attribution: ABOUT.metalwoz.attribution,
    schemas: [],
    shards,
  };
}

/** MetaLWOZ (formats/sources.md 4). */
export const METALWOZ: CorpusKind = {
  open: openMetalwoz,
  unannotated: () => true,
  reader: () => Promise.resolve((text, { split }) => parseMetalwoz(text, split)),
};
