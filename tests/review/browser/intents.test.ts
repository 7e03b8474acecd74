import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ItemPage } from '../../../core/review/api.js';
import { POLICIES } from '../../../core/review/policy.js';
import { INTENTS_FAMILY } from '../../../core/review/reject-reasons.js';
import { queuedIntent } from '../../../transforms/review/intent-review.js';
import { describeChromium, startChromium } from '../../support/chromium.js';
import { intentDocument } from '../../support/intents.js';
import { violations } from '../../support/page-checks.js';
import { builtReviewPage, signedIn } from '../../support/review-page.js';
import { person } from '../../support/review-people.js';
import { serveReview, type ReviewWorld } from '../../support/review-server.js';

let browser: Browser;
let folder: string;
beforeAll(async () => {
  [browser, folder] = await Promise.all([startChromium(), builtReviewPage()]);
});
afterAll(() => browser.close());

const QUEUE = 'run-1-intents';
const verdict = { suitable: false, reason: 'Everybody knows the inn.' };
const INTENT = queuedIntent(intentDocument('Inns_1.FindInn'), { verdict, keys: ['key'] });

async function opened(
  name: string,
  options: Parameters<typeof signedIn>[3] = {},
): Promise<{ world: ReviewWorld; page: Page; said: string[] }> {
  const world = await serveReview({ page: folder });
  await world.desk.openQueue({
    ...{ queue: QUEUE, run: 'run-1.intents', family: INTENTS_FAMILY, policy: POLICIES.single, seed: 7 },
    guideline: 'Approve what can stand as a tool.',
  });
  await world.desk.addItems(QUEUE, [INTENT]);
  await world.desk.sealQueue(QUEUE);
  const { page, said, context } = await signedIn(browser, world, name, options);
  onTestFinished(() => context.close());
  await page.goto(`${world.url}/#/queues/${QUEUE}/item/${INTENT.itemId}`);
  await page.getByTestId('hold').getByText('Yours').waitFor();
  return { world, page, said };
}

describeChromium('intents that are to be tools', () => {
  it('show their document and what a model proposes, and are approved or rejected, never edited', async () => {
    const { world, page, said } = await opened('anna');
    const shown = await page.getByRole('main').innerText();
    for (const words of ['Inns_1.FindInn', 'Where to look.', 'default today', 'Its name.', verdict.reason])
      expect(shown).toContain(words);
    await page.keyboard.press('e');
    await page.getByText('This round has no edit.').waitFor();
    expect(await page.getByTestId('edit').count()).toBe(0);

    await page.keyboard.press('r');
    await page.getByRole('dialog').getByText('no tool could do it').waitFor();
    await page.keyboard.press('2');
    await page.keyboard.press('Control+Enter');
    await page.getByTestId('said').getByText('Saved: reject').waitFor();
    const eve = await person(world, 'eve', 'admin');
    const seen = await eve.get<ItemPage>(`/api/queues/${QUEUE}/items/${INTENT.itemId}`);
    expect(seen.state).toBe('rejected');
    expect(seen.visits[0]?.decisions[0]?.reason).toBe('chat');
    expect(said).toEqual([]);
  }, 120_000);

  it.each(['light', 'dark'] as const)(
    'can be read by everybody, in %s, and on a phone',
    async (colorScheme) => {
      const { page } = await opened('dora', { colorScheme, viewport: { width: 390, height: 844 } });
      const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
      expect(await page.evaluate(fits)).toBe(true);
      expect(await violations(page), 'item').toEqual([]);
    },
    120_000,
  );
});
