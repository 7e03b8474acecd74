import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What keeps somebody from reading or using a page, by WCAG 2.2 AA. */
export async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

/** A picture for people to look at, where they ask for it. */
export async function picture(page: Page, name: string): Promise<void> {
  const into = process.env['BENCHWRIGHT_PICTURES'];
  if (into !== undefined) await page.screenshot({ path: join(into, `${name}.png`), fullPage: true });
}
