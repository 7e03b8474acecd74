import { UNCLEAR } from '../core/licences.js';

/** What is known of a corpus apart from its records (formats/sources.md 0). */
export interface CorpusAbout {
  readonly title: string;
  /** SPDX id of the licence that what is made from it carries. */
  readonly licence: string;
  /** Who is to be named. */
  readonly attribution: string;
  /** Where its publishers have it. */
  readonly home: string;
  /** What lies in the folder that `--source NAME=PATH` names. */
  readonly folder: string;
}

/** The corpora that MTU-Bench was made from, by the name used in `--source NAME=PATH`. */
export const ABOUT = {
  sgd: {
    title: 'Schema-Guided Dialogue (dstc8)',
    licence: 'CC-BY-SA-4.0',
    attribution: 'Schema-Guided Dialogue (SGD, dstc8-schema-guided-dialogue), Rastogi et al., Google',
    home: 'https://github.com/google-research-datasets/dstc8-schema-guided-dialogue',
    folder: 'train/, dev/, test/, each with schema.json and dialogues_NNN.json; or one of these',
  },
  multiwoz: {
    title: 'MultiWOZ 2.1 to 2.4',
    licence: 'MIT',
    attribution:
      'MultiWOZ, Budzianowski et al., Eric et al. (2.1), Zang et al. (2.2), University of Cambridge',
    home: 'https://github.com/budzianowski/multiwoz',
    folder: 'one version: data.json, or train, val and test files; the databases (*_db.json) beside it',
  },
  taskmaster: {
    title: 'TaskMaster-1 to -4',
    licence: 'CC-BY-4.0',
    attribution: 'Taskmaster, Byrne et al., Google',
    home: 'https://github.com/google-research-datasets/Taskmaster',
    folder: 'the files of one release or of several',
  },
  metalwoz: {
    title: 'MetaLWOZ',
    licence: 'LicenseRef-MSR-NonCommercial',
    attribution: 'MetaLWOz, Lee et al., Microsoft Research',
    home: 'https://www.microsoft.com/en-us/research/project/metalwoz/',
    folder: 'tasks.txt and dialogues/DOMAIN.txt',
  },
  atis: {
    title: 'ATIS, in IOB form',
    licence: UNCLEAR,
    attribution: 'Airline Travel Information System (ATIS), Hemphill et al., Linguistic Data Consortium',
    home: 'https://github.com/monologg/JointBERT',
    folder: 'train/, dev/, test/, each with seq.in, seq.out and label',
  },
  snips: {
    title: 'SNIPS (2017-06)',
    licence: 'CC0-1.0',
    attribution: 'SNIPS natural language understanding benchmark, Coucke et al., Snips',
    home: 'https://github.com/sonos/nlu-benchmark',
    folder: 'train_INTENT.json and validate_INTENT.json; or train/, dev/, test/ as ATIS has them',
  },
} as const satisfies Record<string, CorpusAbout>;
