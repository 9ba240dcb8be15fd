/**
 * Each part of the shop switched off alone (docs/behaviour.md, "Switches"): the shop is built, no link leads to a missing page,
 * and the way from a product to an order works.
 */
import { cpSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { switches } from '#domain/store/features.ts';
import { browserTest } from '../browser/browser-test.ts';
import { payByUpi, startPaying } from '../browser/payment-steps.ts';
import { addButton, fillGuest, openCheckout, submitOrder } from '../browser/steps.ts';
import { see } from '../browser/visitor.ts';
import { newEmail } from '../support/accounts.ts';
import { linkChecker } from '../support/dead-links.ts';
import { newPhone } from '../support/guests.ts';
import { buildCopy } from '../support/shop-copy.ts';
import { settingOf, switchOff } from '../support/switches.ts';

/** A bank transfer is off in the tests' shop. */
const parts = switches.filter((part) => part !== 'transfer');

describe.each(parts)('a shop without %s', (part) => {
  const { shop, visitAsGuest, test } = browserTest({
    ownPages: true,
    simulators: true,
    store: { [settingOf(part)]: false },
  });
  let copy: Awaited<ReturnType<typeof buildCopy>> | undefined;

  beforeAll(async () => {
    copy = await buildCopy((content) => switchOff(content, [part]));
    rmSync(shop.pages, { recursive: true });
    cpSync(copy.pages, shop.pages, { recursive: true });
    await shop.stack.restartWorker();
  }, 300_000);
  afterAll(() => copy?.remove(), 60_000);

  test('has no link to a page that is not there', () => {
    expect(linkChecker(shop.pages).allDeadLinks()).toEqual([]);
  });

  test('sells', async () => {
    const { page } = await visitAsGuest({ path: '/collection' });
    await addButton(page, 'Rose Toner').tap();
    await page.goto('/cart');
    await see(page.getByRole('heading', { name: 'Your Cart' }));
    await openCheckout(page);
    await fillGuest(page, { email: newEmail(), phone: newPhone() });
    if (part === 'cod') {
      await startPaying(page, 'razorpay');
      await payByUpi(page);
    } else await submitOrder(page);
    await see(page.getByText('Order Placed Successfully!'));
  });
});
