/** How a page looks: accessibility violations that axe finds, parts that do not fit the window, and large text. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { runsWhole } from '../support/whole.ts';
import { largeTextFaults } from './large-text.ts';
import { widths } from './visitor.ts';

/** @property within selector of the part to check; @property without selector of the part to leave out */
type Part = { within?: string; without?: string };

/** axe itself, for the page and its frames, which are all our own. */
const axeScript = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`;

/** @param part the whole page by default. @returns `rule: elements` */
export async function faults(page: Page, part: Part = {}): Promise<string[]> {
  // Half a megabyte: a frame that has it already does not get it again.
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeScript);
  return page.evaluate(async ({ within, without }) => {
    // Content far below is laid out only when it comes near (layouts/fresh.js); until then axe cannot compute colours.
    delete document.documentElement.dataset.fresh;
    const { axe } = window as unknown as { axe: typeof Axe };
    const context = { include: [within ?? 'html'], exclude: without ? [without] : [] };
    const { violations } = await axe.run(context, { resultTypes: ['violations'] });
    // No more than is reported: to send all of axe's results to the test took as long as to find them.
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, part);
}

/**
 * What is wider than the window, controls of the desk that are less than 44 px high (in the compact rows of a table, with a
 * mouse, less than 32 px), fields in which a phone zooms, since their letters have less than 16 px, and text in an
 * element without a box, which Firefox gives no touch.
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
    const fields = 'select, textarea, input:not([type="checkbox"], [type="radio"])';
    const zooming = [...document.querySelectorAll<HTMLElement>(fields)].filter(
      (one) => width < 600 && one.checkVisibility() && Number.parseFloat(getComputedStyle(one).fontSize) < 16,
    );
    const boxless = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (one) =>
        getComputedStyle(one).display === 'contents' &&
        [...one.childNodes].some((node) => node instanceof Text && node.data.trim()),
    );
    return [
      ...wide,
      ...boxless.map((one) => `has text and no box: ${one.outerHTML}`),
      ...zooming.map((one) => `zooms: ${one.outerHTML}`),
      ...small.map((one) => `${one.offsetHeight} px high: ${one.outerHTML}`),
    ];
  }, page.viewportSize()?.width ?? 0);

/** The desk is for large windows. */
const isDesk = (page: Page) => new URL(page.url()).pathname === '/desk';

/**
 * Asserts that the page, as it is now, is accessible, and that it fits its window at both widths.
 * @param state names it in a failure
 * @property atBothWidths runs axe at both widths too, where the other one has another layout; by default at the present
 * @property largeText whether a phone is also checked with large text (large-text.ts); by default where the layout
 *   changes with the width, and with the whole of long tables everywhere
 */
export async function looksRight(
  page: Page,
  state: string,
  {
    atBothWidths = false,
    largeText = atBothWidths || runsWhole,
    ...part
  }: Part & { atBothWidths?: boolean; largeText?: boolean } = {},
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
  if (largeText && present < 600 && !isDesk(page))
    found.push(...(await largeTextFaults(page)).map((one) => `${state}, at ${one}`));
  expect(found).toEqual([]);
}
