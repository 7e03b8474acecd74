import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ItemPage } from '../../../core/review/api.js';
import { POLICIES } from '../../../core/review/policy.js';
import { DUPLICATES_FAMILY } from '../../../core/review/reject-reasons.js';
import { keepRunDocument, PROPOSED_CATALOGUE } from '../../../store/documents.js';
import { partQueue } from '../../../store/review/run-queues.js';
import { asToolPair, queuedPair } from '../../../transforms/review/pair-review.js';
import { describeChromium, startChromium } from '../../support/chromium.js';
import { violations } from '../../support/page-checks.js';
import { builtReviewPage, signedIn } from '../../support/review-page.js';
import { person } from '../../support/review-people.js';
import { serveReview, type ReviewWorld } from '../../support/review-server.js';
import { PAIR, PAIRED_TOOLS } from '../../support/tool-pair.js';

let browser: Browser;
let folder: string;
beforeAll(async () => {
  [browser, folder] = await Promise.all([startChromium(), builtReviewPage()]);
});
afterAll(() => browser.close());

const RUN = 'run-1';
const QUEUE = partQueue(RUN, 'duplicates');

async function opened(
  name: string,
  options: Parameters<typeof signedIn>[3] = {},
): Promise<{ world: ReviewWorld; page: Page; said: string[] }> {
  const world = await serveReview({ page: folder });
  const tools = Object.fromEntries(PAIRED_TOOLS.map((tool) => [tool.id, tool]));
  await keepRunDocument(world.store, RUN, {
    ...{ ...PROPOSED_CATALOGUE, text: JSON.stringify({ tools, ids: {} }) },
  });
  await world.desk.openQueue({
    ...{ queue: QUEUE, run: 'run-1.duplicates', family: DUPLICATES_FAMILY, policy: POLICIES.single, seed: 7 },
    guideline: 'Approve what is one tool.',
  });
  await world.desk.addItems(QUEUE, [queuedPair(PAIR)]);
  await world.desk.sealQueue(QUEUE);
  const { page, said, context } = await signedIn(browser, world, name, options);
  onTestFinished(() => context.close());
  await page.goto(`${world.url}/#/queues/${QUEUE}/item/${PAIR.itemId}`);
  await page.getByTestId('hold').getByText('Yours').waitFor();
  return { world, page, said };
}

describeChromium('two tools that may be one', () => {
  it('stand side by side, and are one under the name that a person gives them', async () => {
    const { world, page, said } = await opened('anna');
    const [find, search] = ['FLIGHT.find_flight', 'TRIP.search_flight'].map((id) =>
      page.getByRole('region', { name: `The tool ${id}` }),
    );
    expect(await find?.innerText()).toMatch(/Finds a flight\.[\s\S]*destination required[\s\S]*price/);
    expect(await search?.innerText()).toMatch(/with TRIP\.look_for_flight[\s\S]*city required[\s\S]*airline/);
    const [left, right] = await Promise.all([find?.boundingBox(), search?.boundingBox()]);
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    const side = page.getByRole('complementary', { name: 'About the item' });
    expect(await side.textContent()).toContain('Distance of their names0.48');

    await page.keyboard.press('e');
    await page.getByTestId('edit').waitFor();
    const field = page.getByLabel('Name of the one tool');
    await field.fill('book_flight');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Problem: another tool has this name').waitFor();
    await field.fill('flights');
    await page.keyboard.press('Control+Enter');
    await page.getByTestId('said').getByText('Saved: edit').waitFor();

    const eve = await person(world, 'eve', 'admin');
    const seen = await eve.get<ItemPage>(`/api/queues/${QUEUE}/items/${PAIR.itemId}`);
    expect(seen.state).toBe('accepted');
    expect(asToolPair(seen.content)).toEqual({ ...PAIR, name: 'flights' });
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
