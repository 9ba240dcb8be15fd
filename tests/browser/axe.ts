/** How a page looks: accessibility violations that axe finds, and parts that do not fit the window. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { widths } from './visitor.ts';

/** @property within selector of the part to check; @property without selector of the part to leave out */
type Part = { within?: string; without?: string };

/** axe is half a megabyte: a page without frames that still has it does not get it again. */
const alreadyIn = async (page: Page): Promise<{ axeSource?: string }> =>
  page.frames().length === 1 && (await page.evaluate(() => 'axe' in window)) ? { axeSource: 'axe' } : {};

/** @param part the whole page by default. @returns `rule: elements` */
export async function faults(page: Page, { within, without }: Part = {}): Promise<string[]> {
  // Content far below is laid out only when it comes near (layouts/fresh.js); until then axe cannot compute colours.
  await page.evaluate(() => {
    delete document.documentElement.dataset.fresh;
  });
  // Otherwise axe opens a second page for its report, and describes everything that is right. All frames are our own.
  const axe = new AxeBuilder({ page, ...(await alreadyIn(page)) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  if (within !== undefined) axe.include(within);
  if (without !== undefined) axe.exclude(without);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/**
 * What is wider than the window, and controls of the desk that are less than 44 px high; in the compact rows of a table,
 * with a mouse, less than 32 px.
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate((width) => {
    const { scrollWidth } = document.documentElement;
    const controls = ':is(button, select, input:not([type="checkbox"], [type="radio"]))';
    const hasMouse = matchMedia('(min-width: 48rem) and (pointer: fine)').matches;
    const small = [...document.querySelectorAll<HTMLElement>(`.desk-screen ${controls}`)].filter(
      (one) => one.offsetParent && one.offsetHeight < (hasMouse && one.closest('.desk-table') ? 32 : 44),
    );
    // Not `innerWidth`: a phone zooms out until everything fits.
    const wide = scrollWidth > width ? [`the page is ${scrollWidth} px wide`] : [];
    return [...wide, ...small.map((one) => `${one.offsetHeight} px high: ${one.outerHTML}`)];
  }, page.viewportSize()?.width ?? 0);

/**
 * Asserts that the page, as it is now, is accessible, and that it fits its window at both widths.
 * @param state names it in a failure
 * @property atBothWidths runs axe at both widths too, where the other one has another layout; by default at the present
 */
export async function looksRight(
  page: Page,
  state: string,
  { atBothWidths = false, ...part }: Part & { atBothWidths?: boolean } = {},
): Promise<void> {
  const { width: present, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const found: string[] = [];
  for (const width of [present, ...widths.filter((one) => one !== present)]) {
    if (width !== present) await page.setViewportSize({ width, height });
    const wrong = await misfits(page);
    if (atBothWidths || width === present) wrong.push(...(await faults(page, part)));
    found.push(...wrong.map((one) => `${state}, at ${width} px: ${one}`));
  }
  await page.setViewportSize({ width: present, height });
  expect(found).toEqual([]);
}
