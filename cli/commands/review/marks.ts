import { randomUUID } from 'node:crypto';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { EXIT } from '../../../core/errors/catalogue.js';
import type { ItemPage } from '../../../core/review/api.js';
import type { Recorded } from '../../../core/review/item-requests.js';
import { createSimilarItems } from '../../../families/similar-items.js';
import { itemLine } from '../../text/review.js';
import { hold, onItem, type ChosenItem } from './on-item.js';
import { onQueue } from './on-queue.js';
import type { OpenService, ReviewActOptions } from './review-service.js';

export interface TextOptions extends ReviewActOptions {
  readonly text?: string;
}
export interface FlagOptions extends TextOptions {
  readonly off?: boolean;
}
export interface CommentOptions extends ReviewActOptions {
  /** Number of the comment that is answered. */
  readonly reply?: number;
}
export interface ResolveOptions extends ReviewActOptions {
  readonly off?: boolean;
}
export interface UndoOptions extends ReviewActOptions {
  /** Key of a bulk decision, or of a new guideline that sent items through review again. */
  readonly bulk?: string;
  readonly guideline?: string;
}

export interface SimilarOptions extends ReviewActOptions {
  readonly limit: number;
}

const textOf = ({ text }: TextOptions) => (text === undefined ? {} : { text });

function printRecorded({ context }: OpenService, itemId: string, recorded: Recorded, line: string): number {
  context.terminal.result({ itemId, ...recorded }, [line]);
  return EXIT.ok;
}

/** `review skip ITEM`. */
export const reviewSkipCommand = (item: string, options: TextOptions): Promise<number> =>
  onItem(item, options, async (open, { queue, itemId, actor }) => {
    const { claim } = await hold(open, queue, actor, itemId);
    const skip = { key: randomUUID(), token: claim.token, ...textOf(options) };
    const recorded = await open.service.skip(queue, itemId, actor, skip);
    return printRecorded(open, itemId, recorded, `${itemId} is skipped; others get it`);
  });

/** `review flag ITEM FLAG`. */
export const reviewFlagCommand = (item: string, flag: string, options: FlagOptions): Promise<number> =>
  onItem(item, options, async (open, { queue, itemId, actor }) => {
    const on = options.off !== true;
    const wanted = { key: randomUUID(), flag, on, ...textOf(options) };
    const recorded = await open.service.flag(queue, itemId, actor, wanted);
    return printRecorded(
      open,
      itemId,
      recorded,
      `${itemId}: the flag "${flag}" is ${on ? 'set' : 'removed'}`,
    );
  });

/** `review comment ITEM TEXT`. */
export const reviewCommentCommand = (item: string, text: string, options: CommentOptions): Promise<number> =>
  onItem(item, options, async (open, chosen) => {
    const { queue, itemId, actor } = chosen;
    const to = options.reply === undefined ? undefined : commentOf(await pageOf(open, chosen), options.reply);
    const comment = { key: randomUUID(), text, ...(to === undefined ? {} : { replyTo: to }) };
    const recorded = await open.service.comment(queue, itemId, actor, comment);
    return printRecorded(open, itemId, recorded, `${itemId}: the comment is added`);
  });

/** `review resolve ITEM N`: marks a comment as resolved. */
export const reviewResolveCommand = (
  item: string,
  number: number,
  options: ResolveOptions,
): Promise<number> =>
  onItem(item, options, async (open, chosen) => {
    const { queue, itemId, actor } = chosen;
    const comment = commentOf(await pageOf(open, chosen), number);
    const resolved = options.off !== true;
    const recorded = await open.service.resolve(queue, itemId, actor, {
      ...{ key: randomUUID(), comment, resolved },
    });
    return printRecorded(
      open,
      itemId,
      recorded,
      `comment ${number} is ${resolved ? 'resolved' : 'open again'}`,
    );
  });

const pageOf = async (
  { service, kindOf }: OpenService,
  { queue, itemId, actor }: ChosenItem,
): Promise<ItemPage> => service.item(queue, itemId, actor, await kindOf(queue));

/** The key of a comment by its number in `review show`. @throws USAGE */
function commentOf({ comments }: ItemPage, number: number): string {
  const found = comments[number - 1];
  if (found) return found.key;
  throw new BenchwrightError('USAGE', {
    expected: comments.length === 0 ? 'an item with comments' : `a comment from 1 to ${comments.length}`,
    found: String(number),
    next: '`benchwright review show ITEM` numbers the comments.',
  });
}

/** `review reopen ITEM`. */
export const reviewReopenCommand = (item: string, options: TextOptions): Promise<number> =>
  onItem(
    item,
    options,
    async (open, { queue, itemId, actor }) => {
      const recorded = await open.service.reopen(queue, itemId, actor, {
        ...{ key: randomUUID(), ...textOf(options) },
      });
      return printRecorded(open, itemId, recorded, `${itemId} goes through its rounds again`);
    },
    true,
  );

/**
 * `review undo [ITEM]`: undoes the reviewer's last decision, or their decision on an item; with --bulk or --guideline a
 * whole action.
 */
export const reviewUndoCommand = (item: string | undefined, options: UndoOptions): Promise<number> => {
  const { bulk, guideline } = options;
  if (bulk !== undefined || guideline !== undefined) return undoWhole(options);
  if (item === undefined) return undoLast(options);
  return onItem(item, options, async (open, chosen) => {
    const { visits } = await pageOf(open, chosen);
    const mine = visits
      .flatMap(({ decisions }) => decisions)
      .findLast(({ by, undoable }) => by === chosen.actor.name && undoable);
    return undoOne(open, chosen, mine?.key);
  });
};

const undoLast = (options: UndoOptions): Promise<number> =>
  onQueue(options, 'reviewer', async (open, { queue, actor }) => {
    const { last } = await open.service.lastDecision(queue, actor);
    return undoOne(open, { queue, itemId: last?.itemId ?? '', actor }, last?.decision);
  });

async function undoOne(
  open: OpenService,
  { queue, itemId, actor }: ChosenItem,
  decision: string | undefined,
): Promise<number> {
  if (decision === undefined)
    throw new BenchwrightError('REVIEW_REFUSED', {
      expected: `a decision of ${actor.name} that can be undone`,
      found: 'none: others have built on it, or there is none',
      next: '`benchwright review list --mine` shows what they decided on.',
      details: { why: 'nothing to undo' },
    });
  const recorded = await open.service.undo(queue, itemId, actor, { key: randomUUID(), decision });
  return printRecorded(open, itemId, recorded, `${itemId}: the decision is undone; it is ${recorded.state}`);
}

const undoWhole = (options: UndoOptions): Promise<number> =>
  onQueue(options, 'reviewer', async ({ context, service }, { queue, actor }) => {
    const { bulk, guideline } = options;
    const { undone, kept } =
      guideline === undefined
        ? await service.undoBulk(queue, actor, { key: randomUUID(), bulk: bulk ?? '' })
        : await service.undoGuideline(queue, actor, { key: randomUUID(), change: guideline });
    context.terminal.result({ queue, undone, kept }, [
      `undone for ${undone} ${undone === 1 ? 'item' : 'items'}`,
      ...(kept > 0 ? [`${kept} are kept, because others have continued from them`] : []),
    ]);
    return EXIT.ok;
  });

/** `review similar ITEM`: undecided items that are similar. */
export const reviewSimilarCommand = (item: string, options: SimilarOptions): Promise<number> =>
  onItem(
    item,
    options,
    async ({ context, store, service }, { queue, itemId, actor }) => {
      const found = await createSimilarItems(store, service)(queue, itemId, actor, options.limit);
      context.terminal.result({ itemId, ...found }, [
        ...found.items.map((line) => `${line.similarity.toFixed(2)}  ${itemLine(line)}`),
        found.items.length === 0
          ? 'no undecided item is like it'
          : 'to decide on some: benchwright review bulk approve ITEM ITEM … --as NAME',
      ]);
      return EXIT.ok;
    },
    true,
  );

/** `review reasons`: why items of the queue may be rejected. */
export const reviewReasonsCommand = (options: ReviewActOptions): Promise<number> =>
  onQueue(options, 'owner', async ({ context, kindOf }, { queue, run }) => {
    const { reasons } = (await kindOf(queue)).shown;
    context.terminal.result({ run, queue, reasons }, [...reasons]);
    return EXIT.ok;
  });
