import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ItemPage } from '../../../core/review/api.js';
import { POLICIES } from '../../../core/review/policy.js';
import { DOCUMENTS_FAMILY } from '../../../core/review/reject-reasons.js';
import { completed } from '../../../core/t-eval/completion.js';
import { asDocumentItem, queuedDocument } from '../../../transforms/review/document-review.js';
import { describeChromium, startChromium } from '../../support/chromium.js';
import { documentItem } from '../../support/document-item.js';
import { picture, violations } from '../../support/page-checks.js';
import { POOR_APIS } from '../../support/poor-tools.js';
import { builtReviewPage, signedIn } from '../../support/review-page.js';
import { person } from '../../support/review-people.js';
import { serveReview, type ReviewWorld } from '../../support/review-server.js';

let browser: Browser;
let folder: string;
beforeAll(async () => {
  [browser, folder] = await Promise.all([startChromium(), builtReviewPage()]);
});
afterAll(() => browser.close());

const QUEUE = 'run-1-tools';
const FORECAST = documentItem('Weather.get_forecast');

async function served(): Promise<ReviewWorld> {
  const world = await serveReview({ page: folder });
  await world.desk.openQueue({
    ...{ queue: QUEUE, run: 'run-1.tools', family: DOCUMENTS_FAMILY, policy: POLICIES.single, seed: 7 },
    guideline: 'Accept what the API bears out.',
  });
  await world.desk.addItems(
    QUEUE,
    POOR_APIS.map((api) => queuedDocument(documentItem(api), ['key'])),
  );
  await world.desk.sealQueue(QUEUE);
  return world;
}

async function opened(
  world: ReviewWorld,
  name: string,
  options: Parameters<typeof signedIn>[3] = {},
): Promise<{ page: Page; said: string[] }> {
  const { page, said, context } = await signedIn(browser, world, name, options);
  onTestFinished(() => context.close());
  await page.goto(`${world.url}/#/queues/${QUEUE}/item/${FORECAST.itemId}`);
  await page.getByTestId('hold').getByText('Yours').waitFor();
  return { page, said };
}

describeChromium('tool documents that a model completed', () => {
  it('show what was added to what was documented, and are corrected by keyboard in what was added', async () => {
    const world = await served();
    const { page, said } = await opened(world, 'anna');
    const api = page.getByRole('region', { name: 'The API' });
    expect(await api.innerText()).toMatch(/Weather\.get_forecast[\s\S]*added[\s\S]*Forecasts the weather\./);
    const parameters = page.getByRole('region', { name: 'Parameters' });
    // Of the first the type was documented, of the second what it means.
    expect(await parameters.locator('dt').allInnerTexts()).toEqual([
      'city STRING required',
      expect.stringMatching(/^days\s+added\s+NUMBER$/),
    ]);
    expect(await parameters.locator('dd').allInnerTexts()).toEqual([
      expect.stringMatching(/^added\s+The town\.$/),
      'How many days.',
    ]);
    await page.getByRole('region', { name: 'Return data' }).getByText('Nothing was documented.').waitFor();

    await page.keyboard.press('e');
    await page.getByTestId('edit').waitFor();
    const city = page.getByRole('group', { name: 'Parameter city', exact: true });
    // What is documented has no field.
    expect(await city.getByLabel('Type').count()).toBe(0);
    await city.getByLabel('Description').fill('');
    await page.keyboard.press('Control+Enter');
    await city.getByText('Problem: a text is expected').waitFor();
    await city.getByLabel('Description').fill('A town of more than 1,000 people.');
    await page
      .getByRole('group', { name: 'Returned field 2', exact: true })
      .getByRole('button', { name: 'Take away this field' })
      .click();
    await page.getByRole('button', { name: 'Add a field' }).click();
    const added = page.getByRole('group', { name: 'Returned field 2', exact: true });
    await added.getByLabel('Name').fill('wind');
    await added.getByLabel('Type').selectOption('FLOAT');
    await added.getByLabel('Description').fill('Of the day, in m/s.');
    await page.keyboard.press('Control+Enter');
    await page.getByTestId('said').getByText('Saved: edit').waitFor();

    const seen = await (
      await person(world, 'eve', 'admin')
    ).get<ItemPage>(`/api/queues/${QUEUE}/items/${FORECAST.itemId}`);
    expect(seen.state).toBe('accepted');
    const { given, completion } = asDocumentItem(seen.content);
    expect(given).toEqual(FORECAST.given);
    const { required, returns } = completed(given, completion);
    expect(required[0]?.description).toBe('A town of more than 1,000 people.');
    expect(returns.map(({ name, type }) => [name, type])).toEqual([
      ['sky', 'STRING'],
      ['wind', 'FLOAT'],
    ]);
    expect(said).toEqual([]);
  }, 120_000);

  it('are rejected for what can be wrong with a document', async () => {
    const world = await served();
    const { page } = await opened(world, 'dora', {});
    await page.keyboard.press('r');
    const reasons = page.getByRole('radio');
    await reasons.first().waitFor();
    expect(await page.locator('fieldset.reasons label').allInnerTexts()).toEqual([
      expect.stringMatching(/^description wrong/),
      expect.stringMatching(/^parameter wrong/),
      expect.stringMatching(/^return data wrong/),
      expect.stringMatching(/^unsafe or private/),
      expect.stringMatching(/^other/),
    ]);
  });

  it.each(['light', 'dark'] as const)(
    'can be read by everybody, in %s',
    async (colorScheme) => {
      const world = await served();
      const { page } = await opened(world, 'dora', { colorScheme, viewport: { width: 1280, height: 1400 } });
      expect(await violations(page), 'item').toEqual([]);
      await picture(page, `document-${colorScheme}`);
      await page.keyboard.press('e');
      await page.getByTestId('edit').waitFor();
      expect(await violations(page), 'edit').toEqual([]);
      await picture(page, `document-edit-${colorScheme}`);
    },
    120_000,
  );

  it('fit a phone', async () => {
    const world = await served();
    const { page } = await opened(world, 'dora', { viewport: { width: 390, height: 844 } });
    const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
    expect(await page.evaluate(fits)).toBe(true);
    await picture(page, 'document-phone');
    await page.keyboard.press('e');
    await page.getByTestId('edit').waitFor();
    expect(await page.evaluate(fits)).toBe(true);
  });
});
