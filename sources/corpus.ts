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

/** Reads one record from its bytes. @throws RecordFault */
export type RecordReader = (bytes: Uint8Array, at: RecordAt) => Dialogue;

/** The reader of a source folder; cached while its records are read. @throws as `CorpusKind.open` */
export async function recordReader(kind: CorpusName, root: string): Promise<RecordReader> {
  const { reader, latin1 = false } = CORPORA[kind];
  const read = await reader(root);
  return (bytes, at) => read(decodeText(bytes, latin1), at);
}
