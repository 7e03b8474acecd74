import { randomUUID } from 'node:crypto';
import { EXIT } from '../../../core/errors/catalogue.js';
import { drawAudit } from '../../../families/audits.js';
import { createFigures } from '../../../review/server/figures.js';
import { auditLines, drawnLines } from '../../text/audit.js';
import { onQueue } from './on-queue.js';
import type { ReviewActOptions } from './review-service.js';

export interface ReviewAuditOptions extends ReviewActOptions {
  /** Errors to plant. */
  readonly plant: number;
}

/** `review audit [COUNT]`: draws an audit of the kept items; without a count, shows the figures of all. */
export const reviewAuditCommand = (count: number | undefined, options: ReviewAuditOptions): Promise<number> =>
  onQueue(options, 'reviewer or owner', async ({ context, store, service }, { queue, run, actor }) => {
    if (count === undefined) {
      const figures = createFigures(store, service);
      const [audits, models] = [await figures.audits(queue), await figures.models(queue)];
      context.terminal.result({ run, queue, audits, models }, auditLines(audits, models));
      return EXIT.ok;
    }
    const wanted = { key: randomUUID(), count, planted: options.plant };
    const drawn = await drawAudit(store, service, queue, actor, wanted);
    context.terminal.result({ run, ...drawn }, drawnLines(drawn));
    return EXIT.ok;
  });
