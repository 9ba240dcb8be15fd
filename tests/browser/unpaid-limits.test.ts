/** What may be held unpaid, at the checkout: cash asks to pay online, and paying online works at the first press. */
import { expect, test } from 'vitest';
import { address, orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { setStock } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { looksRight } from './axe.ts';
import { cardPage } from './payment-steps.ts';
import { asPerson, placeButton } from './steps.ts';
import { see, useBrowser } from './visitor.ts';

const shop = useShop({ simulators: true });
const { visit } = useBrowser(shop);

test('above the limit, cash on delivery asks to pay online, and Pay Now goes on at once', async () => {
  await refillStock(shop.db);
  await setStock(shop.db, serum, 40);
  // Of somebody whose mailbox is known, so that it does not give way.
  const other = await shop.person();
  expect((await placeOrder(other, await orderOf(other, { [serum]: 10 }))).status).toBe(200);
  const person = await shop.person();
  await person.post('/api/user/addresses', address);
  const { page, expectFailure } = await visit(390, await asPerson(shop, person, { [serum]: 5 }));
  await page.goto('/checkout');
  await see(page.locator('.checkout-summary .sums'));
  expectFailure({ path: '/api/order/place', status: 409 });
  await placeButton(page).click();
  await see(
    page.locator('.checkout-step .notice').getByText('Please pay online, and your order is placed at once.'),
  );
  await looksRight(page, 'pay online', { within: '.checkout' });

  await page.locator('input[value="stripe"]').check();
  await placeButton(page).click();
  await cardPage(page);
});
