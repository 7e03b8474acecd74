import { randomUUID } from 'node:crypto';

const PREFIX = 'batch-';

/** A unique id of a batch; sent to the provider with the batch, and used as owner and ticket of its calls. */
export const newBatchId = (): string => `${PREFIX}${randomUUID().replaceAll('-', '').slice(0, 20)}`;

/** Whether the owner or the ticket of a call is a batch. Workers and their sends have UUIDs. */
export const isBatch = (name: string | null): name is string => name?.startsWith(PREFIX) === true;

/** Id of a call at the provider; unique among all batches. */
export const customIdOf = (batchId: string, ordinal: number): string => `${batchId}-${ordinal}`;

/** The call's number in the batch; undefined if the id belongs to another batch. */
export function ordinalOf(batchId: string, customId: string): number | undefined {
  const start = `${batchId}-`;
  const rest = customId.startsWith(start) ? customId.slice(start.length) : '';
  return /^\d+$/.test(rest) ? Number(rest) : undefined;
}
