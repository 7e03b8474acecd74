import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ItemPage } from '../../../core/review/api.js';
import { POLICIES } from '../../../core/review/policy.js';
import { QUERIES_FAMILY } from '../../../core/review/reject-reasons.js';
import { asQueryItem, queuedQuery } from '../../../transforms/review/query-review.js';
import { describeChromium, startChromium } from '../../support/chromium.js';
import { violations } from '../../support/page-checks.js';
import { queryItem } from '../../support/query-item.js';
import { builtReviewPage, signedIn } from '../../support/review-page.js';
import { person } from '../../support/review-people.js';
import { serveReview, type ReviewWorld } from '../../support/review-server.js';

let browser: Browser;
let folder: string;
beforeAll(async () => {
  [browser, folder] = await Promise.all([startChromium(), builtReviewPage()]);
});
afterAll(() => browser.close());

const QUEUE = 'run-1-queries';
const QUERY = queryItem();

async function opened(
  name: string,
  options: Parameters<typeof signedIn>[3] = {},
): Promise<{ world: ReviewWorld; page: Page; said: string[] }> {
  const world = await serveReview({ page: folder });
  await world.desk.openQueue({
    ...{ queue: QUEUE, run: 'run-1.queries', family: QUERIES_FAMILY, policy: POLICIES.single, seed: 7 },
    guideline: 'Accept what can be solved.',
  });
  await world.desk.addItems(QUEUE, [queuedQuery(QUERY, ['key'])]);
  await world.desk.sealQueue(QUEUE);
  const { page, said, context } = await signedIn(browser, world, name, options);
  onTestFinished(() => context.close());
  await page.goto(`${world.url}/#/queues/${QUEUE}/item/${QUERY.itemId}`);
  await page.getByTestId('hold').getByText('Yours').waitFor();
  return { world, page, said };
}

describeChromium('queries that nobody has solved yet', () => {
  it('show where they come from and what they are to be solved by, and are corrected in their words', async () => {
    const { world, page, said } = await opened('anna');
    const shown = page.getByRole('region', { name: 'The query' });
    expect(await shown.innerText()).toMatch(/a farmer[\s\S]*Write to Ann if it rains in Ghent tomorrow\./);
    await shown.getByText('As it was generated, before it was refined').waitFor();
    const side = page.getByRole('complementary', { name: 'About the item' });
    await side.getByText(`Tools (${QUERY.apis.length})`).waitFor();
    const words = (await side.textContent()) ?? '';
    for (const { name } of QUERY.apis) expect(words).toContain(name);
    expect(words).toContain('prompt 1 of its set of tools, query 2');

    await page.keyboard.press('e');
    await page.getByTestId('edit').waitFor();
    const field = page.getByLabel('Query', { exact: true });
    await field.fill(' ');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Problem: a text is expected').waitFor();
    await field.fill('Write to Bob if it rains in Ghent tomorrow.');
    await page.keyboard.press('Control+Enter');
    await page.getByTestId('said').getByText('Saved: edit').waitFor();

    const eve = await person(world, 'eve', 'admin');
    const seen = await eve.get<ItemPage>(`/api/queues/${QUEUE}/items/${QUERY.itemId}`);
    expect(seen.state).toBe('accepted');
    const query = 'Write to Bob if it rains in Ghent tomorrow.';
    expect(asQueryItem(seen.content)).toEqual({ ...QUERY, query });
    expect(said).toEqual([]);
  }, 120_000);

  it.each(['light', 'dark'] as const)(
    'can be read by everybody, in %s, and on a phone',
    async (colorScheme) => {
      const { page } = await opened('dora', { colorScheme, viewport: { width: 390, height: 844 } });
      const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
      expect(await page.evaluate(fits)).toBe(true);
      expect(await violations(page), 'item').toEqual([]);
      await page.keyboard.press('e');
      await page.getByTestId('edit').waitFor();
      expect(await violations(page), 'edit').toEqual([]);
    },
    120_000,
  );
});
