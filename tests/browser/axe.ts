/** What axe, the accessibility checker, minds on a page. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** @property within selector of what is to be looked at; @property without of what is not */
type Part = { within?: string; without?: string };

/** @param part the whole page when left out. @returns `rule: elements` */
export async function faults(page: Page, { within, without }: Part = {}): Promise<string[]> {
  // What is far below is not laid out before it comes near (layouts/fresh.js), and nobody can tell its colours.
  await page.evaluate(() => {
    delete document.documentElement.dataset.fresh;
  });
  const axe = new AxeBuilder({ page });
  if (within !== undefined) axe.include(within);
  if (without !== undefined) axe.exclude(without);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
