import { UNCLEAR } from '../core/licences.js';

/** Facts about a corpus apart from its records (formats/sources.md 0). */
export interface CorpusAbout {
  readonly title: string;
  /** SPDX id of the licence of derived data. */
  readonly licence: string;
  /** Attribution text. */
  readonly attribution: string;
  /** The publisher's page. */
  readonly home: string;
  /** Content of the folder given by `--source NAME=PATH`. */
  readonly folder: string;
  /** Downloads of `sources fetch`; empty if the corpus is not freely downloadable. */
  readonly files: readonly CorpusDownload[];
  /** Why there is no download. */
  readonly notFetched?: string;
}

/** An archive at its official location. */
export interface CorpusDownload {
  readonly name: string;
  readonly url: string;
  /** Known digest; otherwise the digest of the first download is recorded. */
  readonly sha256?: string;
}

/** A GitHub repository as an archive. */
const github = (repository: string): CorpusDownload => ({
  name: `${repository.split('/')[1] ?? ''}.zip`,
  url: `https://github.com/${repository}/archive/refs/heads/master.zip`,
});

/** The source corpora of MTU-Bench, by the name used in `--source NAME=PATH`. */
export const ABOUT = {
  sgd: {
    title: 'Schema-Guided Dialogue (dstc8)',
    licence: 'CC-BY-SA-4.0',
    attribution: 'Schema-Guided Dialogue (SGD, dstc8-schema-guided-dialogue), Rastogi et al., Google',
    home: 'https://github.com/google-research-datasets/dstc8-schema-guided-dialogue',
    folder: 'train/, dev/, test/, each with schema.json and dialogues_NNN.json; or one of these',
    files: [github('google-research-datasets/dstc8-schema-guided-dialogue')],
  },
  multiwoz: {
    title: 'MultiWOZ 2.1 to 2.4',
    licence: 'MIT',
    attribution:
      'MultiWOZ, Budzianowski et al., Eric et al. (2.1), Zang et al. (2.2), University of Cambridge',
    home: 'https://github.com/budzianowski/multiwoz',
    folder: 'one version: data.json, or train, val and test files; the databases (*_db.json) beside it',
    files: [github('budzianowski/multiwoz')],
  },
  taskmaster: {
    title: 'TaskMaster-1 to -4',
    licence: 'CC-BY-4.0',
    attribution: 'Taskmaster, Byrne et al., Google',
    home: 'https://github.com/google-research-datasets/Taskmaster',
    folder: 'the files of one release or of several',
    files: [github('google-research-datasets/Taskmaster')],
  },
  metalwoz: {
    title: 'MetaLWOZ',
    licence: 'LicenseRef-MSR-NonCommercial',
    attribution: 'MetaLWOz, Lee et al., Microsoft Research',
    home: 'https://www.microsoft.com/en-us/research/project/metalwoz/',
    folder: 'tasks.txt and dialogues/DOMAIN.txt',
    files: [
      {
        name: 'metalwoz-v1.zip',
        url: 'https://download.microsoft.com/download/E/B/8/EB84CB1A-D57D-455F-B905-3ABDE80404E5/metalwoz-v1.zip',
        sha256: '2a2ae3b25760aa2725e70bc6480562fa5d720c9689a508d28417631496d6764f',
      },
    ],
  },
  atis: {
    title: 'ATIS, in IOB form',
    licence: UNCLEAR,
    attribution: 'Airline Travel Information System (ATIS), Hemphill et al., Linguistic Data Consortium',
    home: 'https://github.com/monologg/JointBERT',
    folder: 'train/, dev/, test/, each with seq.in, seq.out and label',
    files: [],
    notFetched:
      'its publisher, the Linguistic Data Consortium, gives it to members; mirrors such as this one say nothing of the data’s licence',
  },
  snips: {
    title: 'SNIPS (2017-06)',
    licence: 'CC0-1.0',
    attribution: 'SNIPS natural language understanding benchmark, Coucke et al., Snips',
    home: 'https://github.com/sonos/nlu-benchmark',
    folder: 'train_INTENT.json and validate_INTENT.json; or train/, dev/, test/ as ATIS has them',
    files: [github('sonos/nlu-benchmark')],
  },
  messages: {
    title: 'Recorded conversations: messages of OpenAI or Anthropic with tool calls',
    licence: UNCLEAR,
    attribution: 'Recorded conversations',
    home: 'docs/your-traces.md',
    folder:
      'a file .jsonl (or .jsonl.gz), a conversation a line, or a folder of such files; any NAME will do',
    files: [],
    notFetched: 'they are your own',
  },
} satisfies Record<string, CorpusAbout>;
