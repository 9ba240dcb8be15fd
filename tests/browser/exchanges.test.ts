/** A piece is exchanged for another size: asked for at 390 px, sent from the desk (docs/behaviour.md, "Exchanges"). */
import { expect } from 'vitest';
import { syncCatalogue } from '#db/sync.ts';
import { readProducts } from '#tools/lib/content.ts';
import { paidOrder } from '../support/payments.ts';
import { deliver } from '../support/reviews.ts';
import { stockOf } from '../support/rows.ts';
import { large, productsInVariants } from '../support/variants.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { dialog, pressInDialog, row } from './desk-steps.ts';
import { openOrders } from './payment-steps.ts';
import { toast } from './steps.ts';
import { see } from './visitor.ts';

const { shop, operator, visitAsShopper, atDesk, test } = browserTest({ simulators: true });

test('a smaller size instead, and the rest of the money back', async () => {
  await syncCatalogue({ url: shop.stack.databaseUrl }, new Map([...readProducts(), ...productsInVariants()]));
  const { page, person, allowFailure } = await visitAsShopper();
  const { orderId } = await paidOrder(shop, person, 'razorpay', { [large]: 1 });
  await deliver(operator, orderId);
  // The pages of this test do not have the pictures of these products.
  allowFailure(/^\/media\/products\/seed-wash/, 404);
  await openOrders(page);
  await page.getByRole('button', { name: 'Return', exact: true }).tap();
  const form = page.getByRole('dialog');
  await form.getByLabel(/^Why do you return/).selectOption('does_not_suit');
  const wanted = form.getByLabel(/^What would you like/);
  expect(await wanted.locator('option').allTextContents()).toEqual([
    'The money back',
    '100 ml, and ₹250.00 back',
  ]);
  await wanted.selectOption('100 ml, and ₹250.00 back');
  await see(form.getByText('If it is sold out by then, you get the money.'));
  await looksRight(page, 'return-exchange', { within: 'dialog' });
  await form.getByRole('button', { name: 'Return 1 of 1' }).tap();
  await see(page.locator('.order-returns').getByText(/, for 100 ml$/));

  const desk = await atDesk('returns');
  const line = row(desk.page, 'सीड वॉश, 250 ml');
  await see(line.getByText('Exchange for 100 ml'));
  await line.getByRole('button', { name: /^Approve/ }).click();
  await pressInDialog(desk.page, 'Approve', { 'How it comes to you': 'Please post it.' });
  await desk.page.getByRole('link', { name: 'On their way' }).click();
  await line.getByRole('button', { name: /^Check it/ }).click();
  const before = (await stockOf(shop.db, 'seed-wash')) ?? 0;
  expect(await dialog(desk.page).getByLabel('Send 100 ml in exchange').isChecked()).toBe(true);
  await looksRight(desk.page, 'exchange-check', { within: 'dialog' });
  await pressInDialog(desk.page, 'Accept 1 piece');
  await see(toast(desk.page, /The exchange is order ORD-\d+\. ₹250\.00 waits under Refunds\./));
  expect(await stockOf(shop.db, 'seed-wash')).toBe(before - 1);

  await page.getByRole('button', { name: 'Refresh' }).tap();
  await see(page.locator('.order-returns').getByText(/^Exchanged: order ORD-\d+$/));
  await see(page.locator('.order-returns').getByText('Refund: ₹250.00'));
  await see(page.getByText('सीड वॉश, 100 ml').first());
});
