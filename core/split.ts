/** Splits of items: training files, evaluation files, or the out-of-distribution evaluation file. */
export const SPLITS = ['train', 'test', 'ood'] as const;
export type Split = (typeof SPLITS)[number];
