/** Accessibility violations that axe finds on a page. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** @property within selector of the part to check; @property without selector of the part to leave out */
type Part = { within?: string; without?: string };

/** @param part the whole page by default. @returns `rule: elements` */
export async function faults(page: Page, { within, without }: Part = {}): Promise<string[]> {
  // Content far below is laid out only when it comes near (layouts/fresh.js); until then axe cannot compute colours.
  await page.evaluate(() => {
    delete document.documentElement.dataset.fresh;
  });
  const axe = new AxeBuilder({ page });
  if (within !== undefined) axe.include(within);
  if (without !== undefined) axe.exclude(without);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
