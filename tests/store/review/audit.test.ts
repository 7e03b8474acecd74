import { expect, it } from 'vitest';
import { AUDIT_POLICY } from '../../../core/review/audit.js';
import { freshRoom, items, person, QUEUE, refusal, tablesOf } from '../../support/review.js';
import { describeBothStores } from '../../support/stores.js';

const [ann, bob] = [person('ann'), person('bob')];

describeBothStores('the queue of an audit', () => {
  it('is not for those who decided before, and has planted errors anywhere in its order', async () => {
    const room = await freshRoom();
    await room.open(
      AUDIT_POLICY,
      items(40, (at) => ({
        ...(at <= 20 ? { excluded: ['ann'] } : {}),
        ...(at % 4 === 0 ? { calibration: { verdict: 'reject' as const, fault: 'another tool' } } : {}),
      })),
    );
    await expect(room.say(ann, 'i01', { verdict: 'approve' })).rejects.toMatchObject(
      refusal('another round'),
    );
    expect((await room.service.queue(QUEUE, ann)).forMe).toBe(20);
    expect((await room.service.queue(QUEUE, bob)).forMe).toBe(40);
    const [seen, planted]: [string[], boolean[]] = [[], []];
    for (let id = await room.next(ann); id !== undefined; id = await room.next(ann)) {
      seen.push(id);
      planted.push(Number(id.slice(1)) % 4 === 0);
      await room.say(ann, id, { verdict: 'approve' });
    }
    expect(seen.every((id) => Number(id.slice(1)) > 20)).toBe(true);
    expect(seen).toHaveLength(20);
    // Neither first nor in the order in which they came.
    expect(planted.slice(0, 5)).toContain(false);
    expect(planted.indexOf(true)).toBeLessThan(15);
    expect(seen).not.toEqual([...seen].sort());
    // Nobody is told which are planted, and no edit is taken.
    expect(JSON.stringify(await room.page(bob, 'i04'))).not.toMatch(/another tool|calibration/);
    await expect(
      room.say(bob, 'i01', { verdict: 'edit', content: { question: 'What is i01?', answer: 'x' } }),
    ).rejects.toMatchObject(refusal('not in this round'));
    const before = await tablesOf(room.store);
    await room.service.rebuild(QUEUE);
    expect(await tablesOf(room.store)).toEqual(before);
  });
});
