import { randomUUID } from 'node:crypto';
import { EXIT } from '../../../core/errors/catalogue.js';
import { filterOf, type FilterOptions } from './filter-options.js';
import { onQueue } from './on-queue.js';
import type { ReviewActOptions } from './review-service.js';
import { itemLine } from '../../text/review.js';

export interface ReviewAssignOptions extends ReviewActOptions, FilterOptions {
  /** Maximum number of items. */
  readonly most?: number;
  /** Whether to unassign. */
  readonly back?: boolean;
  /** The number counted by the dry run; without it nothing is changed. */
  readonly expect?: number;
}

/** `review assign NAME`: assigns filtered items to a reviewer; a dry run first. @returns the exit code */
export const reviewAssignCommand = (reviewer: string, options: ReviewAssignOptions): Promise<number> =>
  onQueue(options, 'reviewer or owner', async ({ context, service }, { queue, run, actor }) => {
    const { most, expect, back = false } = options;
    const wanted = {
      ...{ key: randomUUID(), reviewer, filter: filterOf(options) },
      ...(most === undefined ? {} : { most }),
      ...(expect === undefined ? {} : { expected: expect }),
    };
    const result = await (back
      ? service.unassign(queue, actor, wanted)
      : service.assign(queue, actor, wanted));
    const { count, left, sample, done } = result;
    const items = `${count} ${count === 1 ? 'item' : 'items'}`;
    context.terminal.result({ run, queue, reviewer, back, ...result }, [
      ...(done
        ? [`${items} ${back ? `of ${reviewer}'s are for all again` : `assigned to ${reviewer}`}`]
        : [
            `${items} would be ${back ? `taken back from ${reviewer}` : `assigned to ${reviewer}`}`,
            ...sample.map((line) => `  ${itemLine(line)}`),
            ...(count > 0 ? [`to do this, repeat the command with --expect ${count}`] : []),
          ]),
      ...(left > 0 ? [`${left} more were with others by then`] : []),
    ]);
    return EXIT.ok;
  });
