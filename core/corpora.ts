/** The corpora that can be read, by the name used in `--source NAME=PATH`; sources/corpus.ts has a reader for each. */
export const CORPUS_KINDS = ['sgd', 'multiwoz', 'taskmaster', 'metalwoz', 'atis', 'snips'] as const;
export type CorpusName = (typeof CORPUS_KINDS)[number];
