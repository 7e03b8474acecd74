import fc from 'fast-check';
import { expect } from 'vitest';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import type { Actor } from '../../../core/review/rules.js';
import { NOTES, person, QUEUE, tablesOf, type Room } from '../../support/review.js';

export const PEOPLE: readonly Actor[] = [
  person('ann'),
  person('bob'),
  person('cy'),
  person('dee'),
  person('ada', 'adjudicator'),
  person('root', 'admin'),
];
export const IDS = ['a', 'b', 'c', 'd'];

/** An act of somebody. */
export type Step =
  | {
      readonly do: 'claim' | 'take over';
      readonly who: number;
      readonly item: number | undefined;
      readonly ahead: boolean;
    }
  | {
      readonly do: 'decide';
      readonly n: number;
      readonly verdict: 'approve' | 'edit' | 'reject';
      readonly again: boolean;
    }
  | { readonly do: 'skip' | 'release' | 'renew'; readonly n: number }
  | { readonly do: 'undo'; readonly who: number; readonly n: number }
  | { readonly do: 'reopen' | 'flag' | 'unflag' | 'comment'; readonly who: number; readonly item: number }
  | {
      readonly do: 'bulk' | 'undo bulk' | 'guideline' | 'close' | 'late';
      readonly who: number;
      readonly n: number;
    }
  | { readonly do: 'assign' | 'unassign'; readonly who: number; readonly most: number }
  | { readonly do: 'wait'; readonly minutes: number };

const who = fc.nat(PEOPLE.length - 1);
const n = fc.nat(30);
const some = fc.nat(IDS.length - 1);
/** Any act. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      who,
      item: fc.option(some, { nil: undefined }),
      ahead: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      n,
      verdict: fc.constantFrom('approve' as const, 'approve' as const, 'edit' as const, 'reject' as const),
      again: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('skip' as const, 'release' as const, 'renew' as const), n }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), who, n }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('reopen' as const, 'flag' as const, 'unflag' as const, 'comment' as const),
      who,
      item: some,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'bulk' as const,
        'undo bulk' as const,
        'guideline' as const,
        'close' as const,
        'late' as const,
      ),
      who,
      n,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('assign' as const, 'assign' as const, 'unassign' as const),
      who,
      most: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('take over' as const),
      who,
      item: some,
      ahead: fc.constant(false),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(5, 21, 45) }),
  },
);

/** Sends random acts, as clients do that know of each other only what the desk tells them. */
export class Clients {
  readonly leases: { who: Actor; claimed: Awaited<ReturnType<Room['claim']>> }[] = [];
  readonly bulks: string[] = [];

  constructor(readonly room: Room) {}

  /** Does a step; what the rules refuse is part of it. */
  async do(one: Step): Promise<void> {
    try {
      await this.send(one);
    } catch (error) {
      const expected = ['REVIEW_REFUSED', 'CLAIM_LOST', 'REVIEW_FORBIDDEN'];
      if (!BenchwrightError.is(error) || !expected.includes(error.code)) throw error;
    }
  }

  private lease(at: number) {
    const lease = this.leases[at % Math.max(1, this.leases.length)];
    if (!lease || !('item' in lease.claimed)) return undefined;
    return { who: lease.who, claimed: lease.claimed };
  }

  private async send(one: Step): Promise<void> {
    const { room } = this;
    const { desk } = room;
    if (one.do === 'wait') {
      room.now += one.minutes * 60_000;
      return;
    }
    if ('minutes' in one) return;
    const actor = 'who' in one ? PEOPLE[one.who]! : PEOPLE[0]!;
    switch (one.do) {
      case 'claim': {
        const itemId = one.item === undefined ? undefined : IDS[one.item];
        const wanted = { ahead: one.ahead, ...(itemId === undefined ? {} : { itemId }) };
        const claimed = await room.claim(actor, wanted);
        if ('item' in claimed) this.leases.push({ who: actor, claimed });
        return;
      }
      case 'take over': {
        const claimed = await desk.takeOver(QUEUE, IDS[one.item ?? 0]!, actor, NOTES);
        this.leases.push({ who: actor, claimed });
        return;
      }
      case 'decide': {
        const lease = this.lease(one.n);
        if (!lease) return;
        const key = room.key();
        const content = {
          question: 'Q',
          answer: `by ${lease.who.name} or equal ${one.n % 2}`.slice(one.n % 2 ? 0 : 12),
        };
        const said = { key, verdict: one.verdict, ...(one.verdict === 'edit' ? { content } : {}) };
        const first = await room.decide(lease.who, lease.claimed, said);
        expect(first.recorded).toBe('now');
        if (one.again) {
          const before = await tablesOf(room.store);
          expect((await room.decide(lease.who, lease.claimed, said)).recorded).toBe('already');
          expect(await tablesOf(room.store)).toEqual(before);
        }
        return;
      }
      case 'skip':
      case 'release':
      case 'renew': {
        const lease = this.lease(one.n);
        if (!lease) return;
        const { itemId } = lease.claimed.item;
        const { token } = lease.claimed.claim;
        if (one.do === 'skip') await desk.skip(QUEUE, itemId, lease.who, { key: room.key(), token });
        else await desk[one.do](QUEUE, itemId, lease.who, token);
        return;
      }
      case 'undo': {
        const all = await room.store.db.read
          .selectFrom('review_decisions')
          .selectAll()
          .orderBy('seq')
          .execute();
        const decision = all[one.n % Math.max(1, all.length)];
        if (decision)
          await desk.undo(QUEUE, decision.item_id, actor, { key: room.key(), decision: decision.key });
        return;
      }
      case 'reopen':
        await desk.reopen(QUEUE, IDS[one.item]!, actor, { key: room.key() });
        return;
      case 'comment':
        await desk.comment(QUEUE, IDS[one.item]!, actor, { key: room.key(), text: 'hm' });
        return;
      case 'flag':
      case 'unflag': {
        const on = one.do === 'flag';
        await desk.flag(QUEUE, IDS[one.item]!, actor, { key: room.key(), flag: 'odd', on });
        return;
      }
      case 'assign':
      case 'unassign': {
        const lead = PEOPLE.at(-1)!;
        const wanted = { key: room.key(), reviewer: actor.name, filter: {}, most: one.most };
        const { count } = await desk[one.do](QUEUE, lead, wanted);
        const done = await desk[one.do](QUEUE, lead, { ...wanted, expected: count });
        expect(done).toMatchObject({ count, left: 0, done: true });
        return;
      }
      case 'bulk': {
        const wanted = { key: room.key(), filter: {}, verdict: 'approve' as const };
        const { count } = await desk.bulk(QUEUE, actor, wanted);
        await desk.bulk(QUEUE, actor, { ...wanted, expected: count });
        this.bulks.push(wanted.key);
        return;
      }
      case 'undo bulk': {
        const bulk = this.bulks[one.n % Math.max(1, this.bulks.length)];
        if (bulk !== undefined) await desk.undoBulk(QUEUE, actor, { key: room.key(), bulk });
        return;
      }
      case 'guideline': {
        const then = (['keep', 'review flagged again', 'review all again'] as const)[one.n % 3]!;
        await desk.setGuideline(QUEUE, actor, { key: room.key(), text: `Version ${one.n}`, then });
        return;
      }
      case 'close':
        if (one.n % 4 === 0) await desk.closeQueue(QUEUE);
        return;
      case 'late':
        await desk.handleLate(QUEUE);
    }
  }
}
