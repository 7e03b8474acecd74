import type { MtuBenchSettings } from '../../core/mtu-bench/run.js';

/** Which review gates a run or export had. */
export interface ReviewedGates {
  readonly settings: Pick<MtuBenchSettings, 'reviewIntents' | 'reviewDuplicates'>;
}

/** The reviewed parts of an export besides its items. */
export const reviewedParts = ({ settings: { reviewIntents, reviewDuplicates } }: ReviewedGates): string[] => [
  ...(reviewIntents
    ? ['people decided which intents are fit for tools, and dialogues that call for others were left out']
    : []),
  ...(reviewDuplicates ? ['people decided which of the tools with names much alike are one'] : []),
];
