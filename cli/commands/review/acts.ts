import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { JsonValue } from '../../../core/canonical.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { EXIT } from '../../../core/errors/catalogue.js';
import type { Claimed, Decide, ItemFilter, ItemState, KindShown } from '../../../core/review/api.js';
import type { RejectReason } from '../../../core/review/event.js';
import type { Actor } from '../../../core/review/rules.js';
import type { GlobalOptions } from '../../../app/context.js';
import {
  chooseItem,
  chooseQueue,
  chooseReviewer,
  OWNER,
  withReviewService,
  type OpenService,
  type ReviewActOptions,
} from './review-service.js';
import { claimedLines, ITEMS_HEAD, itemLine, itemPageLines, queueLines } from '../../text/review.js';

export type { ReviewActOptions } from './review-service.js';

export interface ReviewListOptions extends ReviewActOptions {
  readonly state?: ItemState;
  readonly split?: string;
  readonly setting?: string;
  readonly tool?: string;
  readonly flag?: string;
  readonly search?: string;
  readonly mine?: boolean;
  readonly limit: number;
}
export interface DecideOptions extends ReviewActOptions {
  readonly text?: string;
}
export interface EditOptions extends DecideOptions {
  readonly confirm?: string;
  readonly content: string;
}
export interface RejectOptions extends DecideOptions {
  readonly reason: RejectReason;
}

/** `review list`: items of a queue, one per line. */
export const reviewListCommand = (options: ReviewListOptions): Promise<number> =>
  withReviewService(options, async ({ context, store, service }) => {
    // A reviewer must be named only for their own decisions.
    const actor =
      options.as === undefined && options.mine !== true ? OWNER : await chooseReviewer(store, options.as);
    const { queue, run } = await chooseQueue(service, actor, options.run);
    const { items, total } = await service.items(queue, actor, filterOf(options), { limit: options.limit });
    context.terminal.result({ run, queue, total, items }, [
      ...(items.length === 0 ? [] : [ITEMS_HEAD]),
      ...items.map(itemLine),
      ...(total > items.length ? [`${total - items.length} more`] : items.length === 0 ? ['no items'] : []),
    ]);
    return EXIT.ok;
  });

const filterOf = ({ state, split, setting, tool, flag, search, mine }: ReviewListOptions): ItemFilter => ({
  ...(state === undefined ? {} : { state }),
  ...(split === undefined ? {} : { split }),
  ...(setting === undefined ? {} : { setting }),
  ...(tool === undefined ? {} : { tool }),
  ...(flag === undefined ? {} : { flag }),
  ...(search === undefined ? {} : { search }),
  ...(mine ? { mine: true as const } : {}),
});

/** `review show ITEM`. */
export const reviewShowCommand = (item: string, options: ReviewActOptions): Promise<number> =>
  onItem(item, options, async ({ context, service, kindOf }, { queue, itemId, actor }) => {
    const page = await service.item(queue, itemId, actor, await kindOf(queue));
    context.terminal.result(page, await itemPageLines(page));
    return EXIT.ok;
  });

/** `review claim [ITEM]`: claims and shows an item. */
export const reviewClaimCommand = (item: string | undefined, options: ReviewActOptions): Promise<number> =>
  withReviewService(options, async (open) => {
    const { context, store, service } = open;
    const actor = await chooseReviewer(store, options.as);
    const { queue } = await chooseQueue(service, actor, options.run);
    const itemId = item === undefined ? undefined : await chooseItem(store, queue, item);
    const claimed = await claim(open, queue, actor, itemId);
    context.terminal.result(claimed, await claimedLines(claimed));
    return EXIT.ok;
  });

/** `review approve ITEM`. */
export const reviewApproveCommand = (item: string, options: DecideOptions): Promise<number> =>
  decide(item, options, { verdict: 'approve' });

/** `review edit ITEM --content FILE`. */
export const reviewEditCommand = (item: string, options: EditOptions): Promise<number> =>
  decide(item, options, {
    verdict: 'edit',
    content: readContent(options.content),
    ...(options.confirm === undefined ? {} : { confirmed: options.confirm }),
  });

/** `review reject ITEM --reason REASON`. */
export const reviewRejectCommand = (item: string, options: RejectOptions): Promise<number> =>
  decide(item, options, { verdict: 'reject', reason: options.reason });

/** `review release ITEM`. */
export const reviewReleaseCommand = (item: string, options: ReviewActOptions): Promise<number> =>
  onItem(item, options, async (open, { queue, itemId, actor }) => {
    // Claiming one's own item returns its lease.
    const { claim: held } = await hold(open, queue, actor, itemId);
    await open.service.release(queue, itemId, actor, held.token);
    open.context.terminal.result({ itemId, released: true }, [`${itemId} is given back`]);
    return EXIT.ok;
  });

/** `review status`: pending items per queue. */
export const reviewStatusCommand = (options: GlobalOptions): Promise<number> =>
  withReviewService(options, async ({ context, service }) => {
    const queues = await Promise.all(
      (await service.queues(OWNER)).map(async ({ forMe: _, byMe: __, mine: ___, ...line }) => ({
        ...line,
        reviewers: line.closed ? [] : await service.workloads(line.queue, OWNER),
      })),
    );
    context.terminal.result(
      { queues },
      queues.length === 0 ? ['no review queues'] : queues.flatMap(queueLines),
    );
    return EXIT.ok;
  });

/** `review rebuild`: rebuilds tables from events. */
export const reviewRebuildCommand = (options: ReviewActOptions): Promise<number> =>
  withReviewService(options, async ({ context, service }) => {
    const { queue, run } = await chooseQueue(service, OWNER, options.run);
    await service.rebuild(queue);
    context.terminal.result({ run, queue, rebuilt: true }, [
      `the tables of the queue of ${run} are recomputed from its events`,
    ]);
    return EXIT.ok;
  });

interface ChosenItem {
  readonly queue: string;
  readonly itemId: string;
  readonly actor: Actor;
}

const onItem = (
  item: string,
  options: ReviewActOptions,
  use: (open: OpenService, chosen: ChosenItem) => Promise<number>,
): Promise<number> =>
  withReviewService(options, async (open) => {
    const actor = await chooseReviewer(open.store, options.as);
    const { queue } = await chooseQueue(open.service, actor, options.run);
    return use(open, { queue, itemId: await chooseItem(open.store, queue, item), actor });
  });

const claim = async ({ service, kindOf }: OpenService, queue: string, actor: Actor, itemId?: string) =>
  service.claim(
    queue,
    actor,
    { filter: {}, ahead: false, ...(itemId === undefined ? {} : { itemId }) },
    await kindOf(queue),
  );

/** Claims a named item. @throws REVIEW_REFUSED if it is not available */
async function hold(
  open: OpenService,
  queue: string,
  actor: Actor,
  itemId: string,
): Promise<Exclude<Claimed, { none: true }>> {
  const claimed = await claim(open, queue, actor, itemId);
  if ('item' in claimed) return claimed;
  throw new BenchwrightError('REVIEW_REFUSED', {
    found: `${actor.name} cannot have ${itemId} now`,
    next: '`benchwright review show ITEM` says why.',
  });
}

/** Claims an item and decides on it. A refusal releases the claim. */
const decide = (
  item: string,
  options: DecideOptions,
  what: Pick<Decide, 'verdict' | 'content' | 'reason' | 'confirmed'>,
): Promise<number> =>
  onItem(item, options, async (open, { queue, itemId, actor }) => {
    const { service, context, kindOf } = open;
    if (what.reason !== undefined) assertFits(what.reason, (await kindOf(queue)).shown);
    const { item: shown, claim: held } = await hold(open, queue, actor, itemId);
    const decision: Decide = {
      ...what,
      key: randomUUID(),
      token: held.token,
      visit: shown.visit,
      version: shown.version,
      adjudicates: shown.state === 'adjudication',
      ...(options.text === undefined ? {} : { text: options.text }),
    };
    try {
      const recorded = await service.decide(queue, itemId, actor, decision, await kindOf(queue));
      context.terminal.result({ itemId, ...recorded }, [
        `${itemId}: ${what.verdict} is recorded; it is ${recorded.state}`,
      ]);
      return EXIT.ok;
    } catch (error) {
      await service.release(queue, itemId, actor, held.token).catch(() => undefined);
      throw withCommand(error, item);
    }
  });

/** The same with what is typed here to confirm the findings of an edit. */
function withCommand(error: unknown, item: string): unknown {
  if (!BenchwrightError.is(error) || error.code !== 'EDIT_UNCONFIRMED') return error;
  const confirm = String(error.parts.details?.['confirm']);
  const next = `If the edit is right all the same: benchwright review edit ${item} … --confirm ${confirm}`;
  return new BenchwrightError(error.code, { ...error.parts, next });
}

/** @throws USAGE for a reason that does not apply to this queue's items */
function assertFits(reason: RejectReason, { noun, reasons }: KindShown): void {
  if (reasons.includes(reason)) return;
  throw new BenchwrightError('USAGE', {
    expected: `--reason with one of: ${reasons.join(', ')}`,
    found: reason,
    where: `a queue of ${noun}`,
    next: 'Say the reason that fits; `other` needs --text.',
  });
}

function readContent(file: string): JsonValue {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JsonValue;
  } catch (error) {
    throw new BenchwrightError('USAGE', {
      expected: 'a JSON file with the content of the item',
      found: `${file}: ${(error as Error).message}`,
      next: '`benchwright review show ITEM --json` has it in the field `content`.',
    });
  }
}
