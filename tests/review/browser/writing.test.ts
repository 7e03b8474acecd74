import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ItemPage } from '../../../core/review/api.js';
import { openStore } from '../../../store/store.js';
import { describeChromium, startChromium } from '../../support/chromium.js';
import { objectOf } from '../../support/cli.js';
import { sharedServer } from '../../support/cli-server.js';
import { Workspace } from '../../support/cli-workspace.js';
import { picture, violations } from '../../support/page-checks.js';
import { person } from '../../support/review-people.js';
import { builtReviewPage, signedIn } from '../../support/review-page.js';
import { serveReview, type ReviewWorld } from '../../support/review-server.js';

let browser: Browser;
const workspace = new Workspace(sharedServer());
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(async () => {
  await browser.close();
  await workspace.dispose();
});

const GIVEN = 'Tell me what 350 euros are in Danish crowns today and move them to my savings account.';
const QUERY = 'Pay my rent of 840 euros to the landlord on 1 June and put the receipt into the folder Home.';
const TOOL = { name: 'transfer_money', description: 'Moves money', parameters: { properties: {} } };

/** A page of somebody's own with an item in their hands. */
async function opened(world: ReviewWorld, name: string, queue: string, item: string) {
  const { page, said, context } = await signedIn(browser, world, name, {
    viewport: { width: 1280, height: 900 },
  });
  onTestFinished(() => context.close());
  await page.goto(`${world.url}/#/queues/${queue}/item/${item}`);
  await page.getByTestId('hold').getByText('Yours').waitFor();
  return { page, said };
}

const edit = async (page: Page): Promise<void> => {
  await page.keyboard.press('e');
  await page.getByTestId('edit').waitFor();
};

describeChromium('queries to write', () => {
  it('are written by two people beside their domain and its tools, checked at once, and read by another person', async () => {
    writeFileSync(
      workspace.path('given.csv'),
      `domain,query,suggested tools\nFinance,${GIVEN},"${JSON.stringify([TOOL]).replaceAll('"', '""')}"\n`,
    );
    const run = await workspace.benchwright([
      ...['run', 'ultratool', '--queries', workspace.path('given.csv'), '--write', 'Finance=1,Hotel=3'],
      ...['--rehearse', '--out', 'made', '--json'],
    ]);
    expect(objectOf(run), run.stderr).toMatchObject({ status: 'waiting for review' });
    const store = await openStore(join(workspace.home, 'store.db'));
    onTestFinished(() => store.close());
    const world = await serveReview({ page: builtReviewPage(), store });
    const rows = await store.db.read
      .selectFrom('review_items')
      .select(['queue', 'item_id', 'setting'])
      .execute();
    const { queue, item_id: rent } = rows.find(({ setting }) => setting === 'Finance')!;

    const ada = await opened(world, 'ada', queue, rent);
    await ada.page.getByText('Nothing is written yet').waitFor();
    const side = ada.page.getByRole('complementary', { name: 'About the item' });
    await side.getByText('transfer_money').waitFor();
    expect(await violations(ada.page), 'item').toEqual([]);
    await picture(ada.page, 'writing');
    await edit(ada.page);
    const query = ada.page.getByLabel('Query', { exact: true });
    const tools = ada.page.getByLabel('Suggested tools');
    await query.fill(GIVEN.replace('350', '450'));
    await tools.fill('[{"name": 1}]');
    await ada.page.keyboard.press('Control+Enter');
    await ada.page.getByText('Problem: expected a tool with name, description and arguments').waitFor();
    await tools.fill('transfer_money; store_receipt');
    await ada.page.keyboard.press('Control+Enter');
    await ada.page.getByText(`Problem: it says nearly the same as queries:1: ${GIVEN}`).waitFor();
    expect(await violations(ada.page), 'edit').toEqual([]);
    await picture(ada.page, 'writing-edit');
    await query.fill('Pay my rent on 1 June.');
    await ada.page.keyboard.press('Control+Enter');
    await ada.page.getByText('Finding: only 22 characters; most queries have at least 45').waitFor();
    await query.fill(QUERY);
    await ada.page.getByText('92 characters, on one line').waitFor();
    await ada.page.keyboard.press('Control+Enter');
    await ada.page.getByTestId('said').getByText('Saved: edit').waitFor();

    // Another one writes elsewhere, and reads what she wrote. Her page holds one more for her.
    const held = await store.db.read.selectFrom('review_claims').select('item_id').execute();
    const { item_id: room } = rows.find(
      ({ item_id: id, setting }) => setting === 'Hotel' && !held.some(({ item_id: of }) => of === id),
    )!;
    const bo = await opened(world, 'bo', queue, room);
    await edit(bo.page);
    await bo.page.getByLabel('Query', { exact: true }).fill(`${QUERY.replace('June', 'July')}`);
    await bo.page.keyboard.press('Control+Enter');
    await bo.page.getByText('Problem: it says nearly the same as another written query').waitFor();
    await bo.page
      .getByLabel('Query', { exact: true })
      .fill('Find a hotel near the lake of Annecy for 3 nights from 4 July and tell Jonas the price.');
    await bo.page.keyboard.press('Control+Enter');
    await bo.page.getByTestId('said').getByText('Saved: edit').waitFor();
    await bo.page.goto(`${world.url}/#/queues/${queue}/item/${rent}`);
    await bo.page.getByTestId('hold').getByText('Yours').waitFor();
    const shown = bo.page.getByRole('region', { name: 'The query' });
    expect(await shown.innerText()).toContain(QUERY);
    await bo.page.getByRole('list', { name: 'Suggested by name' }).getByText('store_receipt').waitFor();
    expect(await violations(bo.page), 'written').toEqual([]);
    await picture(bo.page, 'written');
    await bo.page.keyboard.press('a');
    await bo.page.getByTestId('said').getByText('Saved: approve').waitFor();

    const eve = await person(world, 'eve', 'admin');
    const seen = await eve.get<ItemPage>(`/api/queues/${queue}/items/${rent}`);
    expect([seen.state, seen.content]).toEqual([
      'accepted',
      { language: 'en', topic: 'Finance', query: QUERY, tools: 'transfer_money; store_receipt' },
    ]);
    const other = await eve.get<ItemPage>(`/api/queues/${queue}/items/${room}`);
    expect([other.state, other.round]).toEqual(['waiting', 'check']);
    expect([ada.said, bo.said]).toEqual([[], []]);
    await bo.page.goto(`${world.url}/#/queues/${queue}`);
    await bo.page.getByText('Hotel, 1 of 3').waitFor();
    await picture(bo.page, 'writing-queue');
  }, 300_000);
});
