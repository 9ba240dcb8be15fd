/** Steps with a discount code: the field in the cart and at checkout, and the sums. */
import type { Locator, Page } from 'playwright-core';
import { looksRight } from './axe.ts';

export const codeField = (page: Page): Locator => page.getByLabel('Discount code');

/** The box of a code that applies now, or that is saved until it applies. */
export const appliedCode = (page: Page): Locator => page.getByRole('group', { name: 'Your code' });

/** The rows of what the cart is offered. */
export const listedRows = (page: Page): Locator =>
  page.getByRole('list', { name: 'Offers for your cart' }).getByRole('listitem');

export const codeError = (page: Page) => page.locator('.coupon .error').textContent();

/** The announcement of the code for screen readers. */
export const codeTold = (page: Page) => page.locator('.coupon [role="status"]').textContent();

/** The names of the rows above the total. */
export const sumRows = async (page: Page) =>
  (await page.locator('.sums').first().locator('dt').allTextContents()).filter(
    // Not a part of the sum, and there once the server has answered.
    (label) => !label.startsWith('Includes GST'),
  );

/** Types and submits a code as a person does, without waiting. */
export async function applyCode(page: Page, code: string): Promise<void> {
  await page.getByText('Have a code?').click();
  await codeField(page).fill(code);
  await codeField(page).press('Enter');
}

/** Asserts that the code field, in its present state, is accessible. */
export async function checkCode(page: Page): Promise<void> {
  await looksRight(page, 'the code', { within: '.coupon' });
}
