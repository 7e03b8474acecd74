/**
 * The tables of review (DESIGN.md, idea 6). `review_events` is the record and only grows; contents, cards and guidelines
 * that it names by digest are in `documents`. All others but arrivals, claims and shares are made from it.
 */
export interface ReviewTables {
  review_queues: {
    queue: string;
    /** Id of the run that it belongs to. */
    run_id: string;
    /** The review gate that it is of; null: the run's items. */
    gate: string | null;
    run: string;
    family: string;
    /** Policy as canonical JSON. */
    policy: string;
    seed: number;
    guideline: number;
    /** Digest of the guideline's text. */
    guideline_content: string;
    /** 1: sealing has begun, no more items are taken until it ends. Not from events. */
    sealing: number;
    sealed_ms: number | null;
    closed_ms: number | null;
  };
  /** Items of a queue that is not sealed; `data` is their `queued` event without the rounds, as JSON. */
  review_arrivals: {
    queue: string;
    item_id: string;
    ordinal: number;
    split: string;
    flags: string;
    calibration: number;
    data: string;
  };
  review_events: {
    queue: string;
    seq: number;
    key: string;
    item_id: string | null;
    by_name: string;
    at_ms: number;
    /** The type again that `data`, ReviewEventData as JSON, has. */
    type: string;
    data: string;
  };
  /** What claims, lists and counts need of an item. */
  review_items: {
    queue: string;
    item_id: string;
    /** In the order of the `queued` events, from 1. */
    ordinal: number;
    title: string;
    split: string;
    setting: string;
    cell: string | null;
    calibration: number;
    /** 1: came after the queue was sealed, in the place of another. */
    late: number;
    /** Tool ids as a JSON list. */
    tools: string;
    uncertainty: number;
    /** Of [0, 1), by the seed: the order `random`. */
    draw: number;
    /** waiting, adjudication, accepted, rejected */
    state: string;
    /** Index of the round that it is in. */
    round: number | null;
    /** Index of the last visit; -1: none. */
    visit: number;
    /** 1: in a blind round that is neither settled nor was adjudicated, so that what people say of it is not for all eyes. */
    hidden: number;
    /** How many more may decide in the visit now. */
    room: number;
    /** The order of handing out: `turn`, `rank`, `untouched`, `ordinal`, each ascending. */
    turn: number;
    rank: number;
    /** 0: somebody has decided in the visit. */
    untouched: number;
    /** When its round is late; null: never, or that is done. */
    due_ms: number | null;
    /** Why it was rejected. */
    reason: string | null;
  };
  /** ItemReview as JSON, apart so that lists and counts need not read past it. */
  review_states: { queue: string; item_id: string; state: string };
  review_item_tools: { queue: string; item_id: string; tool: string };
  review_item_flags: {
    queue: string;
    item_id: string;
    flag: string;
    /** Who set it; `system`: a check, before it was queued. */
    by_name: string;
    /** The visit it was set in; -1: before. */
    visit: number;
  };
  /** Decisions that stand. */
  review_decisions: {
    queue: string;
    key: string;
    seq: number;
    item_id: string;
    visit: number;
    by_name: string;
    verdict: string;
    bulk: string | null;
  };
  /** Who may not work on an item as it stands (`may not`), and who passed it on (`skipped`, by the event `seq`). */
  review_barred: { queue: string; item_id: string; reviewer: string; kind: string; seq: number };
  /**
   * For whom places of an item are kept (`kept`), and who was assigned when its round was late and has not decided since
   * (`late`); while it is undecided.
   */
  review_assigned: { queue: string; item_id: string; reviewer: string; kind: string };
  /**
   * Leases, one row for each that an item and a reviewer ever had: it is live until `until_ms`. The greatest token of an
   * item is the last that was given.
   */
  review_claims: {
    queue: string;
    item_id: string;
    reviewer: string;
    /** -1: taken away by an admin. */
    token: number;
    visit: number;
    from_ms: number;
    until_ms: number;
  };
  /** At most so many decisions of a reviewer. */
  review_shares: { queue: string; reviewer: string; most: number };
  /** Words of an item, normalised, separated by spaces (store/dialect/word-search.ts). */
  review_search: { queue: string; item_id: string; words: string };
}
