import type { JsonValue } from '../../core/canonical.js';
import type {
  Claimed,
  Decide,
  ItemFilter,
  ItemList,
  ItemPage,
  LastDecision,
  QueueLine,
  QueueView,
  Recorded,
  Workload,
} from '../../core/review/api.js';
import type { ReviewEvent, Verdict, RejectReason, RecordedRound } from '../../core/review/event.js';
import type { QueuedItem, ReviewFamily } from '../../core/review/family.js';
import type { Policy } from '../../core/review/policy.js';
import type { Actor } from '../../core/review/rules.js';
import type { QueueConstraints } from './queue-constraints.js';

/** A queue as it is opened. */
export interface NewQueue {
  /** The queue's name: the run's id. */
  readonly queue: string;
  readonly run: string;
  readonly family: string;
  readonly policy: Policy;
  readonly seed: number;
  readonly guideline: string;
}

/** What a queue has come to, for the workflow that waits on it. */
export interface QueueProgress {
  readonly waiting: number;
  readonly accepted: number;
  readonly rejected: number;
  /** When the next item is late; undefined where none will be. */
  readonly nextDueMs: number | undefined;
  /** Rejected items of a cell that nothing has followed yet. */
  readonly unreplaced: number;
}

/**
 * Claims, decisions and what is read of queues: each act is one transaction on the store, decided by the pure rules of
 * core/review and recorded as an append-only event. Every refusal is an error of the catalogue (REVIEW_REFUSED with
 * {@link Refusal.why} in its details, CLAIM_LOST, EDIT_INVALID, QUEUE_NOT_FOUND, ITEM_NOT_FOUND).
 */
export interface ReviewService {
  // For the run's workflow.
  /** Idempotent; the same name with another policy is refused. */
  openQueue(queue: NewQueue): Promise<void>;
  /**
   * Idempotent by item id; in slices of hundreds. Nothing is handed out before the queue is sealed, and where the policy
   * draws samples, what comes before waits for that; what comes later is in the place of a rejected item of its cell.
   */
  addItems(queue: string, items: readonly (QueuedItem & QueuedItemExtras)[]): Promise<void>;
  /** All items are in: works out which rounds take them by the policy's `takes`, and lets them in. Idempotent. */
  sealQueue(queue: string): Promise<void>;
  progress(queue: string): Promise<QueueProgress>;
  /** Does with items that are late what their round says. @returns how many */
  handleOverdue(queue: string): Promise<number>;
  closeQueue(queue: string): Promise<void>;

  // For the page, scripts and the command line.
  queues(actor: Actor): Promise<QueueLine[]>;
  queue(queue: string, actor: Actor): Promise<QueueView>;
  items(
    queue: string,
    actor: Actor,
    filter: ItemFilter,
    page: { after?: string; limit: number },
  ): Promise<ItemList>;
  /** The reviewer's own last decision that can still be taken back; those made on many at once are left out. */
  lastDecision(queue: string, actor: Actor): Promise<LastDecision>;
  /** The item as this reviewer may see it: in a blind round without what others said. */
  item(queue: string, itemId: string, actor: Actor, family: ReviewFamily): Promise<ItemPage>;
  /** Picks and leases in one statement. */
  claim(queue: string, actor: Actor, wanted: ClaimRequest, family: ReviewFamily): Promise<Claimed>;
  renew(queue: string, itemId: string, actor: Actor, token: number): Promise<{ untilMs: number }>;
  release(queue: string, itemId: string, actor: Actor, token: number): Promise<void>;
  /** An admin takes the lease from whoever has it; the old token is worth nothing from then on. */
  takeOver(queue: string, itemId: string, actor: Actor, family: ReviewFamily): Promise<Claimed>;
  decide(
    queue: string,
    itemId: string,
    actor: Actor,
    decision: Decide,
    family: ReviewFamily,
  ): Promise<Recorded>;
  /** A decision made elsewhere: as `decide`, without a claim. Refused while others have claimed all that is left of the item. */
  decideElsewhere(
    queue: string,
    itemId: string,
    actor: Actor,
    decision: Omit<Decide, 'token'>,
    family: ReviewFamily,
  ): Promise<Recorded>;
  /** What decides on decisions beside the events, for who wants to know what would be refused. */
  constraints(queue: string): Promise<QueueConstraints>;
  undo(
    queue: string,
    itemId: string,
    actor: Actor,
    undo: { key: string; decision: string },
  ): Promise<Recorded>;
  skip(
    queue: string,
    itemId: string,
    actor: Actor,
    skip: { key: string; token: number; text?: string },
  ): Promise<Recorded>;
  flag(
    queue: string,
    itemId: string,
    actor: Actor,
    flag: { key: string; flag: string; on: boolean; text?: string },
  ): Promise<Recorded>;
  comment(
    queue: string,
    itemId: string,
    actor: Actor,
    comment: { key: string; text: string },
  ): Promise<Recorded>;
  reopen(
    queue: string,
    itemId: string,
    actor: Actor,
    reopen: { key: string; text?: string },
  ): Promise<Recorded>;
  /**
   * Without `expected`: count and sample only. With it: decides on exactly so many, or refuses. One event an item; `left`
   * is what others decided or took where it had ended in the middle, `settles` how many of them are settled by it.
   */
  bulk(queue: string, actor: Actor, bulk: BulkRequest): Promise<BulkResult>;
  /** Takes back a whole bulk decision by its key. @returns items it was taken back on, and those that others built on */
  undoBulk(
    queue: string,
    actor: Actor,
    undo: { key: string; bulk: string },
  ): Promise<{ undone: number; kept: number }>;
  setGuideline(
    queue: string,
    actor: Actor,
    change: { key: string; text: string; then: 'keep' | 'review flagged again' | 'review all again' },
  ): Promise<{ reopened: number }>;
  /**
   * Keeps a place of each item of a filter for a reviewer, who is given them first; `unassign` takes that back. Without
   * `expected`: count and sample only. With it: exactly so many, or refused; `left` is what others took meanwhile.
   */
  assign(queue: string, actor: Actor, wanted: AssignRequest): Promise<AssignResult>;
  unassign(queue: string, actor: Actor, wanted: AssignRequest): Promise<AssignResult>;
  /** Who has what assigned, due soon and late; for who leads. */
  workloads(queue: string, actor: Actor): Promise<Workload[]>;
  setShare(queue: string, actor: Actor, share: { reviewer: string; limit: number | null }): Promise<void>;

  // The record.
  /** Events of a queue in order. */
  events(queue: string): AsyncIterable<ReviewEvent>;
  /** What the queue's reviewers are told now. @throws QUEUE_NOT_FOUND */
  guideline(queue: string): Promise<string>;
  /** Content by its digest. @throws ITEM_NOT_FOUND */
  content(digest: string): Promise<JsonValue>;
  /** Makes all tables of a queue anew from its events. */
  rebuild(queue: string): Promise<void>;
}

export interface QueuedItemExtras {
  readonly calibration?: { readonly verdict: Verdict };
  readonly carried?: {
    readonly outcome: 'accepted' | 'rejected';
    readonly from: string;
    /** As it was accepted, where somebody had edited it; content by its digest. */
    readonly accepted?: { readonly version: string; readonly content: string };
    readonly reason?: string;
    /** Who decided so there. */
    readonly rounds?: readonly RecordedRound[];
  };
  readonly before?: {
    readonly outcome: 'accepted' | 'rejected';
    readonly version: string;
    readonly content: JsonValue;
    readonly from: string;
  };
  /** The cell whose quota it fills, for what follows when it is rejected. */
  readonly cell?: string;
}

export interface ClaimRequest {
  readonly filter: ItemFilter;
  readonly itemId?: string;
  readonly ahead: boolean;
}

export interface AssignRequest {
  readonly key: string;
  readonly reviewer: string;
  readonly filter: ItemFilter;
  /** At most so many, the first in the order of handing out. */
  readonly most?: number;
  readonly expected?: number;
}

export interface AssignResult {
  readonly count: number;
  readonly left: number;
  readonly sample: ItemList['items'];
  readonly done: boolean;
}

export interface BulkResult {
  readonly count: number;
  readonly left: number;
  readonly settles: number;
  readonly sample: ItemList['items'];
  readonly done: boolean;
}

export interface BulkRequest {
  readonly key: string;
  readonly filter: ItemFilter;
  readonly verdict: 'approve' | 'reject';
  readonly reason?: RejectReason;
  readonly text?: string;
  readonly expected?: number;
}
