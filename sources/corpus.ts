import type { CorpusName } from '../core/corpora.js';
import type { Dialogue } from '../core/dialogue.js';
import { ATIS } from './atis/corpus.js';
import type { CorpusKind, RecordAt } from './corpus-kind.js';
import { METALWOZ } from './metalwoz/corpus.js';
import { MULTIWOZ } from './multiwoz/corpus.js';
import { decodeText } from './record-text.js';
import { SGD } from './sgd/corpus.js';
import { SNIPS } from './snips/corpus.js';
import { TASKMASTER } from './taskmaster/corpus.js';

/** The supported corpora. */
export const CORPORA: Readonly<Record<CorpusName, CorpusKind>> = {
  sgd: SGD,
  multiwoz: MULTIWOZ,
  taskmaster: TASKMASTER,
  metalwoz: METALWOZ,
  atis: ATIS,
  snips: SNIPS,
};

/** Those of extensions, by name. */
const added = new Map<string, CorpusKind>();

/** Names of all readers, those of extensions after the built-in ones. */
export const corpusNames = (): string[] => [...Object.keys(CORPORA), ...added.keys()];

/** The reader of a corpus. @throws for a name that is none */
export function corpusKind(name: string): CorpusKind {
  const found = Object.hasOwn(CORPORA, name) ? CORPORA[name as CorpusName] : added.get(name);
  if (found === undefined) throw new Error(`there is no reader for the corpus ${name}`);
  return found;
}

/** Adds the reader of an extension; one that is loaded again takes its own place. @returns false where the name is a built-in's */
export function registerCorpus(name: string, kind: CorpusKind): boolean {
  if (Object.hasOwn(CORPORA, name)) return false;
  added.set(name, kind);
  return true;
}

/** Reads one record from its bytes. @throws RecordFault */
export type RecordReader = (bytes: Uint8Array, at: RecordAt) => Dialogue;

/** The reader of a source folder; cached while its records are read. @throws as `CorpusKind.open` */
export async function recordReader(kind: string, root: string): Promise<RecordReader> {
  const { reader, latin1 = false } = corpusKind(kind);
  const read = await reader(root);
  return (bytes, at) => read(decodeText(bytes, latin1), at);
}
