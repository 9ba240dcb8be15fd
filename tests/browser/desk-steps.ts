/** Steps of an operator in the browser. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { password } from '../support/accounts.ts';
import type { Person, TestShop } from '../support/shop.ts';
import { misfits } from './axe.ts';
import { asPerson } from './steps.ts';
import type { useBrowser } from './visitor.ts';

export type Visit = ReturnType<typeof useBrowser>['visit'];

/** Opens the desk as an operator. @param route after the `#`: `stock`, `tickets/<id>` */
export async function atDesk(shop: TestShop, visit: Visit, route: string, width = 1280, person?: Person) {
  const operator = person ?? (await shop.person('operator'));
  const visitor = await visit(width, await asPerson(shop, operator));
  await visitor.page.goto(`/desk#${route}`);
  await visitor.page.locator('.desk').waitFor();
  return { ...visitor, operator };
}

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
export const dialog = (page: Page): Locator => page.getByRole('dialog');
/** Presses a button of the dialog. @param values to be typed before, by their labels */
export async function pressInDialog(page: Page, name: string | RegExp, values: Record<string, string> = {}) {
  for (const [label, text] of Object.entries(values)) await dialog(page).getByLabel(label).fill(text);
  await dialog(page).getByRole('button', { name }).click();
}

/** Enters the operator's password in the dialog, and presses its button. @param word another password */
export const confirm = (page: Page, name: string | RegExp, word = password): Promise<void> =>
  pressInDialog(page, name, { 'Your password': word });

/** The status of the order that is open. */
export const orderStatus = (page: Page) => page.locator('.desk-order .status').textContent();

/** The row of a table that contains a text. */
export const row = (page: Page, text: string): Locator => page.locator('tbody tr').filter({ hasText: text });
/** A filter or field of the screen, not of a dialog. */
export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

/** Asserts that nothing is wider than the window, and every control is at least 44 px high. */
export async function fitsItsWindow(page: Page): Promise<void> {
  expect(await misfits(page)).toEqual([]);
}
