import { address, placed, serum } from '../support/orders.ts';
import { setStock } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { cardPage } from './payment-steps.ts';
import { openCheckout, placeButton } from './steps.ts';
import { see } from './visitor.ts';

const { shop, visitAsShopper, test } = browserTest({ simulators: true });

test('above the limit, cash on delivery asks to pay online, and Pay Now goes on at once', async () => {
  await setStock(shop.db, serum, 40);
  // Of somebody whose mailbox is known, so that it does not give way.
  await placed(await shop.person(), { [serum]: 10 });
  const { page, person, expectFailure } = await visitAsShopper({ cart: { [serum]: 5 } });
  await person.post('/api/user/addresses', address);
  await openCheckout(page);
  expectFailure('/api/order/place', 409);
  await placeButton(page).click();
  await see(
    page.locator('.checkout-step .notice').getByText('Please pay online, and your order is placed at once.'),
  );
  await looksRight(page, 'pay online', { within: '.checkout' });

  await page.locator('input[value="stripe"]').check();
  await placeButton(page).click();
  await cardPage(page);
});
