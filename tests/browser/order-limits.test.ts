/** The limit of unpaid orders: one tap at a line reduces it to the allowed quantity; the desk lifts the limit. */
import { expect, test } from 'vitest';
import { address, refillStock, serum, toner } from '../support/orders.ts';
import { setStock } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { looksRight } from './axe.ts';
import { atDesk, button, dialog, row } from './desk-steps.ts';
import { asPerson, cartOf, fillCart, nothingUnsent, placeButton, shownTotal, toast } from './steps.ts';
import { becomes, gone, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

test('a line with too many pieces: one tap orders the allowed quantity, and then removes a line of which no more can be ordered', async () => {
  await refillStock(shop.db);
  const person = await shop.person();
  await person.post('/api/user/addresses', address);
  const { page, expectFailure } = await visit(390, await asPerson(shop, person, { [toner]: 2, [serum]: 30 }));
  await page.goto('/checkout');
  await see(page.locator('.checkout-summary .sums'));
  expectFailure({ path: '/api/order/place', status: 422 });
  await placeButton(page).click();
  const line = page.locator('.checkout-lines li').filter({ hasText: 'Glow Serum' });
  await see(line.getByText('At most 20 now'));
  await see(
    page.locator('.place-order .notice').getByText('To order more, please write to care@harita.example'),
  );
  expect(await page.locator('.checkout-limit').count()).toBe(1);
  await looksRight(page, 'the limit', { within: '.checkout' });

  await line.getByRole('button', { name: 'Order 20 instead: Glow Serum' }).click();
  await see(line.getByText('Quantity 20'));
  await gone(page.locator('.place-order .notice'));
  await becomes(() => shownTotal(page), '₹12,678.00');
  await nothingUnsent(page);
  expect(await cartOf(person)).toEqual({ [toner]: 2, [serum]: 20 });
  await becomes(() => placeButton(page).getAttribute('aria-disabled'), 'false');
  await placeButton(page).click();
  await page.waitForURL(/\/orders/);
  const [order] = (await person.post('/api/order/userorders')).body.orders;
  expect(order?.items.map(({ quantity }) => quantity)).toEqual([2, 20]);

  await fillCart(person, { [toner]: 1, [serum]: 21 });
  await setStock(shop.db, serum, 30);
  await page.goto('/checkout');
  await see(line.getByText('Quantity 21'));
  await placeButton(page).tap();
  await see(page.getByText('No more now'));
  await page.getByRole('button', { name: 'Remove Glow Serum' }).tap();
  await becomes(() => page.locator('.checkout-lines li').count(), 1);
  await nothingUnsent(page);
  expect(await cartOf(person)).toEqual({ [toner]: 1 });
});

test('at the desk, limits are lifted by address and restored', async () => {
  const person = await shop.person();
  const { page, expectFailure } = await atDesk(shop, visit, 'people');
  await button(page, 'Lift order limits').click();
  expectFailure({ path: '/api/desk/limits/lift', status: 422 });
  await dialog(page).getByLabel('Their email').fill('nobody@example.in');
  await dialog(page).getByRole('button', { name: 'Lift limits' }).click();
  await see(dialog(page).getByText('No account has this address.'));
  await dialog(page).getByLabel('Their email').fill(person.email);
  await dialog(page).getByRole('button', { name: 'Lift limits' }).click();
  await see(toast(page, 'Asha Rao can now order without limits.'));
  await see(row(page, person.email));
  await button(page, 'Restore the limits of Asha Rao').click();
  await gone(row(page, person.email));
  await see(page.getByText('All accounts have the usual limits.'));
});
