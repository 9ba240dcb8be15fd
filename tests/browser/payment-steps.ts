/** Steps of paying online: the checkout, the simulators' payment page and window, and the way back. */
import type { FrameLocator, Page } from 'playwright-core';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { refillStock, toner } from '../support/orders.ts';
import type { TestShop } from '../support/shop.ts';
import { asPerson, fillAddress, hydrated, placeButton } from './steps.ts';
import { becomes, see, type Visitor } from './visitor.ts';

/** The payment window over the checkout. */
export const widget = (page: Page): FrameLocator => page.frameLocator('.razorpay-checkout-frame');

/** Waits for the simulator of Stripe's payment page. */
export const cardPage = (page: Page): Promise<void> => page.waitForURL(/\/dev\/stripe\/c\/pay\//);

/** The n-th order card of My Orders; below, the button that opens it. */
export const orderCard = (page: Page, n = 0) => page.locator('.order-card').nth(n);
export const orderHead = (page: Page, n = 0) => orderCard(page, n).locator('.order-head');
export const orderStatus = (page: Page, n = 0) => orderHead(page, n).locator('.badge').textContent();

/** A signed-in shopper at the checkout, with a cart and a complete form, ready to pay. */
export async function atCheckout(
  shop: TestShop,
  visit: (width: number, options?: object) => Promise<Visitor>,
  width: number,
  method: OnlineMethod,
  cart: Record<string, number> = { [toner]: 2 },
) {
  await refillStock(shop.db);
  const person = await shop.person();
  const visitor = await visit(width, await asPerson(shop, person, cart));
  const { page } = visitor;
  await page.goto('/checkout');
  await see(page.locator('.checkout-summary .sums'));
  await fillAddress(page);
  await page.locator(`input[value="${method}"]`).check();
  await becomes(() => placeButton(page).getAttribute('aria-disabled'), 'false');
  return { person, ...visitor };
}

/** Why the last payment was not made, beside the other ways to pay. */
export const unpaidNotice = (page: Page) =>
  page.getByRole('region', { name: 'Payment Method' }).locator('.notice');

/** Closes the payment window without paying. */
export async function leaveWidget(page: Page): Promise<void> {
  await widget(page).getByRole('button', { name: 'Close' }).click();
  await widget(page).getByRole('button', { name: 'Leave' }).click();
}

/** Pays in the open window with a UPI ID that succeeds at once. */
export async function payByUpi(page: Page): Promise<void> {
  await widget(page).getByLabel('UPI ID').fill('success@razorpay');
  await widget(page).getByRole('button', { name: 'Pay with this ID' }).click();
}

/** Goes from the checkout to the payment page, or opens the payment window. */
export async function startPaying(page: Page, method: OnlineMethod): Promise<void> {
  await placeButton(page).click();
  if (method === 'stripe') return cardPage(page);
  await see(widget(page).getByRole('heading', { name: 'Harita' }));
}

/** Opens My Orders and its first card. */
export async function openOrders(page: Page): Promise<void> {
  await page.goto('/orders');
  await hydrated(page);
  await orderHead(page).click();
}
