import { randomUUID } from 'node:crypto';
import { EXIT } from '../../../core/errors/catalogue.js';
import { itemLine } from '../../text/review.js';
import { filterOf, reasonOf, type FilterOptions } from './filter-options.js';
import { onQueue } from './on-queue.js';
import { chooseItem, type ReviewActOptions } from './review-service.js';

export interface ReviewBulkOptions extends ReviewActOptions, FilterOptions {
  readonly text?: string;
  /** The number counted by the dry run; without it nothing is decided. */
  readonly expect?: number;
}

/** `review bulk approve|reject [ITEM…]`: one decision on chosen items, or all of a filter; a dry run first. */
export const reviewBulkCommand = (
  verdict: 'approve' | 'reject',
  items: readonly string[],
  options: ReviewBulkOptions,
): Promise<number> =>
  onQueue(options, 'reviewer', async ({ context, store, service, kindOf }, { queue, run, actor }) => {
    const kind = await kindOf(queue);
    const ids: string[] = [];
    for (const item of items) ids.push(await chooseItem(store, queue, item));
    const { reason: because, text, expect, ...filter } = options;
    const key = randomUUID();
    const reason = because === undefined ? undefined : reasonOf(because, kind.shown);
    const wanted = {
      ...{ key, verdict, filter: filterOf(filter, ids) },
      ...(reason === undefined ? {} : { reason }),
      ...(text === undefined ? {} : { text }),
      ...(expect === undefined ? {} : { expected: expect }),
    };
    const result = await service.bulk(queue, actor, wanted, kind);
    const { count, left, settles, sample, done } = result;
    const counted = `${count} ${count === 1 ? 'item' : 'items'}`;
    context.terminal.result({ run, queue, key, verdict, ...result }, [
      ...(done
        ? [
            `${verdict} is recorded on ${counted}; ${settles} settled`,
            `to undo this: benchwright review undo --bulk ${key} --as ${actor.name}`,
          ]
        : [
            `${verdict} would be recorded on ${counted}; ${settles} would be settled`,
            ...sample.map((line) => `  ${itemLine(line)}`),
            ...(count > 0 ? [`to do this, repeat the command with --expect ${count}`] : []),
          ]),
      ...(left > 0 ? [`${left} more were with others by then`] : []),
    ]);
    return EXIT.ok;
  });
