import type { RejectReason, Verdict } from './event.js';

/** A decision that stands (one that was taken back is gone from here, not from the events). */
export interface StandingDecision {
  /** The event's key. */
  readonly key: string;
  readonly by: string;
  readonly verdict: Verdict;
  /** The version that was looked at. */
  readonly version: string;
  readonly edited?: { readonly version: string; readonly content: string };
  readonly reason?: RejectReason;
  readonly text?: string;
  readonly guideline: number;
  readonly bulk?: string;
}

/** One going of an item through a round; `reopen` makes further ones of the same round. */
export interface RoundPass {
  /** Index of the round in the policy. */
  readonly round: number;
  /** Version and digest of content that its reviewers see. */
  readonly version: string;
  readonly content: string;
  readonly openedMs: number;
  readonly decisions: readonly StandingDecision[];
  /** The adjudicator's, where one decided. */
  readonly adjudication?: StandingDecision;
  /** Who passed it on. */
  readonly skippedBy: readonly string[];
  /** For whom a lead keeps a place, those who have decided since included (core/review/assignment.ts). */
  readonly assigned?: readonly string[];
  /** For whom the adjudicator's place is kept. */
  readonly adjudicator?: string;
  /** Who was assigned when the round was late. */
  readonly lateWith?: readonly string[];
  readonly phase: 'open' | 'adjudication' | 'settled';
  /** How many decisions are enough: fewer than the round's number once it is late. */
  readonly needed: number;
  /** An adjudicator was called because it is late. */
  readonly calledLate?: true;
  readonly lateHandled?: true;
  /**
   * Who decided in it has been shown what the others said: an adjudication was taken back, or (of a blind round) somebody
   * decided on what it came to. Its reviewers' decisions stay as they are from then on.
   */
  readonly fixed?: true;
  readonly result?: PassResult;
}

export type PassResult =
  | { readonly kind: 'accept'; readonly version: string; readonly content: string }
  | { readonly kind: 'reject'; readonly reason?: RejectReason }
  /** Not settled, and the policy passes it to the next round as it was. */
  | { readonly kind: 'pass' }
  | { readonly kind: 'drop' };
