import { randomUUID } from 'node:crypto';

const PREFIX = 'batch-';

/** A name that no other batch has: what a provider is told a batch is for, and the owner and ticket of its calls. */
export const newBatchId = (): string => `${PREFIX}${randomUUID().replaceAll('-', '').slice(0, 20)}`;

/** Whether the owner or the ticket of a call is a batch. Workers and their sends have UUIDs. */
export const isBatch = (name: string | null): name is string => name?.startsWith(PREFIX) === true;

/** What a provider is told a call of a batch is called; no other batch has such an id. */
export const customIdOf = (batchId: string, ordinal: number): string => `${batchId}-${ordinal}`;

/** The call's number in the batch; undefined: it is another batch's. */
export function ordinalOf(batchId: string, customId: string): number | undefined {
  const start = `${batchId}-`;
  const rest = customId.startsWith(start) ? customId.slice(start.length) : '';
  return /^\d+$/.test(rest) ? Number(rest) : undefined;
}
