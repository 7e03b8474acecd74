import { randomUUID } from 'node:crypto';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { EXIT } from '../../../core/errors/catalogue.js';
import type { GuidelineThen } from '../../../core/review/lead-requests.js';
import { itemLine } from '../../text/review.js';
import { readText } from './record.js';
import {
  chooseQueue,
  chooseReviewer,
  OWNER,
  withReviewService,
  type ReviewActOptions,
} from './review-service.js';

export interface ReviewGuidelineOptions extends ReviewActOptions {
  readonly then: GuidelineThen;
  /** The number counted by the dry run. */
  readonly expect?: number;
}

/** `review guideline FILE`: publishes a new guideline; a dry run first where items are reviewed again. */
export const reviewGuidelineCommand = (file: string, options: ReviewGuidelineOptions): Promise<number> =>
  withReviewService(options, async ({ context, store, service }) => {
    const actor = options.as === undefined ? OWNER : await chooseReviewer(store, options.as);
    const { queue, run } = await chooseQueue(service, actor, options.run);
    const { then, expect } = options;
    const key = randomUUID();
    const text = await readText(file, 'a file with the text of the guideline');
    const change = { key, text, then, ...(expect === undefined ? {} : { expected: expect }) };
    const result = await service.setGuideline(queue, actor, change);
    const { reopened, sample, done } = result;
    const items = `${reopened} ${reopened === 1 ? 'item' : 'items'}`;
    context.terminal.result({ run, queue, key, ...result }, [
      ...(done
        ? [`the new guideline applies; ${items} will be reviewed again`]
        : [
            `${items} would be reviewed again`,
            ...sample.map((line) => `  ${itemLine(line)}`),
            `to do this, repeat the command with --expect ${reopened}`,
          ]),
      ...(done && reopened > 0
        ? [`to settle them as before: benchwright review undo --guideline ${key} --as NAME`]
        : []),
    ]);
    return EXIT.ok;
  });

/** `review limit NAME MOST`: limits a reviewer's decisions in a queue. */
export const reviewLimitCommand = (
  reviewer: string,
  most: string,
  options: ReviewActOptions,
): Promise<number> =>
  withReviewService(options, async ({ context, store, service }) => {
    const actor = options.as === undefined ? OWNER : await chooseReviewer(store, options.as);
    const { queue, run } = await chooseQueue(service, actor, options.run);
    const { name } = await chooseReviewer(store, reviewer);
    if (most !== 'none' && !/^\d{1,9}$/.test(most))
      throw new BenchwrightError('USAGE', {
        expected: 'a number of decisions, or none',
        found: most,
        next: 'See `benchwright review limit --help`.',
      });
    const limit = most === 'none' ? null : Number(most);
    await service.setShare(queue, actor, { reviewer: name, limit });
    context.terminal.result({ run, queue, reviewer: name, limit }, [
      limit === null ? `${name} has no limit` : `${name} may make ${limit} decisions in ${run}`,
    ]);
    return EXIT.ok;
  });
