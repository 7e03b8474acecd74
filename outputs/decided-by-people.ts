import type { RunSettings } from '../core/mtu-bench/run.js';

/** What a run or an export says of its parts that people decided on. */
export interface AskedPeople {
  readonly settings: Pick<RunSettings, 'reviewIntents' | 'reviewDuplicates'>;
}

/** What people decided of the parts of an export, beside its items; nothing where nobody was asked. */
export const decidedByPeople = ({ settings: { reviewIntents, reviewDuplicates } }: AskedPeople): string[] => [
  ...(reviewIntents
    ? ['people decided which intents are fit for tools, and dialogues that call for others were left out']
    : []),
  ...(reviewDuplicates ? ['people decided which of the tools with names much alike are one'] : []),
];
