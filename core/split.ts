/** Where an item goes: training files, evaluation files, or the out-of-domain evaluation file. */
export const SPLITS = ['train', 'test', 'ood'] as const;
export type Split = (typeof SPLITS)[number];
