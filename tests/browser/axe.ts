/** What axe, the accessibility checker, minds on a page. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** @param part selector of what is to be looked at; the whole page when left out. @returns `rule: elements` */
export async function faults(page: Page, part?: string): Promise<string[]> {
  // What is far below is not laid out before it comes near (layouts/fresh.js), and nobody can tell its colours.
  await page.evaluate(() => {
    delete document.documentElement.dataset.fresh;
  });
  const axe = new AxeBuilder({ page });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
