import { ABOUT } from '../about.js';
import { labelledCorpus } from '../labelled/corpus.js';
import { ATIS_DESCRIPTIONS as DESCRIBED } from './described.js';

/** ATIS in IOB form (formats/sources.md 5). The data belong to the LDC; mirrors state no licence. */
export const ATIS = labelledCorpus({
  folder: {
    what: 'ATIS in IOB form: folders with seq.in, seq.out and label',
    next: 'Give the folder that holds train/, dev/ or test/ (or one of these), each with seq.in, seq.out and label, as in the JointBERT repository.',
  },
  about: ABOUT.atis,
  described: DESCRIBED,
  latin1: false,
});
