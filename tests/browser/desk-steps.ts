/** Steps of whoever works at the desk. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Person, Shop } from '../support/shop.ts';
import { asPerson } from './steps.ts';
import type { useBrowser } from './visitor.ts';

type Visit = ReturnType<typeof useBrowser>['visit'];

/** An operator with the desk open. @param place after the `#`: `stock`, `tickets/<id>` */
export async function atDesk(shop: Shop, visit: Visit, place: string, width = 1280, person?: Person) {
  const operator = person ?? (await shop.person('operator'));
  const visitor = await visit(width, await asPerson(shop, operator));
  await visitor.page.goto(`/desk#${place}`);
  await visitor.page.locator('.desk').waitFor();
  return { ...visitor, operator };
}

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
export const dialog = (page: Page): Locator => page.getByRole('dialog');
/** A row of a table, by something that stands in it. */
export const row = (page: Page, text: string): Locator => page.locator('tbody tr').filter({ hasText: text });
/** A filter or field of the screen, not of a dialog. */
export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

/** Nothing is wider than the window, and whatever can be pressed is 44 px high. */
export async function fitsItsWindow(page: Page): Promise<void> {
  const { scroll, small } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    small: [
      ...document.querySelectorAll<HTMLElement>(
        '.desk-screen :is(button, select, input:not([type="checkbox"]))',
      ),
    ]
      .filter((one) => one.offsetParent && one.offsetHeight < 44)
      .map((one) => one.outerHTML),
  }));
  // Not `innerWidth`: a phone zooms out until all fits, and would call that its window.
  expect([scroll, small]).toEqual([page.viewportSize()?.width, []]);
}
