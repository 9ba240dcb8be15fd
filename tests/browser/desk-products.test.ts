/** Products at the desk in the browser: a price by phone, as shoppers see it; values that are asked about again; two operators. */
import { beforeEach, expect } from 'vitest';
import { productPath } from '#lib/paths.ts';
import { changeAtDesk, resetProducts, setPrice } from '../support/desk-products.ts';
import { serum } from '../support/orders.ts';
import { browserTest } from './browser-test.ts';
import { button, dialog, field, fitsItsWindow, row } from './desk-steps.ts';
import { toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, operator, visitAsGuest, atDesk, test } = browserTest({ keepsData: true });
const name = 'Glow Serum';
const route = `products/${serum}`;

beforeEach(() => resetProducts(shop));

test('a price is changed by phone: tap, type, Save; shoppers see it on the page, on cards and in the cart, and Undo brings it back', async () => {
  const shopper = await visitAsGuest({ cart: { [serum]: 1 } });
  const onPage = async () => {
    await shopper.page.goto(productPath(serum));
    return shopper.page.locator('.price strong').first().textContent();
  };
  expect(await onPage()).toBe('₹599.00');

  const { page } = await atDesk('products', 390);
  await field(page, 'Name, id, SKU or barcode').fill('glow');
  await see(row(page, name).getByText('₹599.00'));
  await fitsItsWindow(page);
  await page.getByRole('link', { name }).click();
  await see(page.getByRole('heading', { level: 1, name }));
  await fitsItsWindow(page);
  await field(page, 'Price, ₹').fill('549.50');
  await button(page, 'Save').click();
  const saved = Date.now();
  await see(toast(page, `${name} is changed. Shoppers see it now.`));
  await becomes(onPage, '₹549.50');
  expect(Date.now() - saved).toBeLessThan(5_000);
  await see(shopper.page.getByText('₹749.00').first());
  await shopper.page.goto('/collection');
  await becomes(
    () => shopper.page.locator(`[data-card="${serum}"] .price strong`).first().textContent(),
    '₹549.50',
  );
  await shopper.page.goto('/cart');
  await see(shopper.page.getByText('₹549.50').first());

  await see(row(page, 'price ₹599.00 → ₹549.50').getByText(operator.name));
  await fitsItsWindow(page);
  await button(page, /^Undo: /).click();
  await see(toast(page, `${name} is as it was before.`));
  await becomes(() => field(page, 'Price, ₹').inputValue(), '599');
  await becomes(onPage, '₹599.00');
});

test('by keyboard; a price below half is asked about again, one above the MRP is refused at its field', async () => {
  const { page, expectFailure } = await atDesk(route);
  expectFailure(`/api/desk/products/${serum}`, 409, 422);
  await field(page, 'Price, ₹').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('800');
  await page.keyboard.press('Enter');
  await see(page.locator('.field:has([name="price"]) .error').getByText('The price would be above the MRP.'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('59.90');
  await page.keyboard.press('Enter');
  await see(page.getByRole('alert').getByText('the price changes from ₹599.00 to ₹59.90.'));
  await see(button(page, 'Save anyway'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('59');
  await see(button(page, 'Save'));
  await page.keyboard.press('Enter');
  await button(page, 'Save anyway').click();
  await see(row(page, '₹599.00 → ₹59.00'));
});

test('the second of two operators is shown what the first has changed', async () => {
  const { page, expectFailure } = await atDesk(route, 390);
  expectFailure(`/api/desk/products/${serum}`, 409);
  await see(field(page, 'Price, ₹'));
  await setPrice(operator, 58_900);
  await field(page, 'Price, ₹').fill('579');
  await button(page, 'Save').click();
  await see(page.getByRole('alert').getByText(/Priya Nair: price ₹599\.00 → ₹589\.00/));
  await becomes(() => field(page, 'Price, ₹').inputValue(), '589');
});

test('a sale with its days, taken off again; paused; hidden', async () => {
  const { page } = await atDesk(route, 390);
  await button(page, 'Set a sale').click();
  await dialog(page).getByLabel('Name that shoppers read').fill('Diwali');
  await dialog(page).getByLabel('Per cent off').fill('20');
  await dialog(page).getByLabel('Last day').fill('2099-12-31');
  await fitsItsWindow(page);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await gone(dialog(page));
  await see(page.getByText(/^Diwali: 20% off, ₹479\.20/));
  const shopper = await visitAsGuest();
  await shopper.page.goto(productPath(serum));
  await see(shopper.page.getByText('Diwali until 31 Dec 2099'));
  await button(page, 'Take off').click();
  await dialog(page).getByRole('button', { name: 'Take off' }).click();
  await see(page.getByText('No sale of its own.'));

  await button(page, 'Pause selling').click();
  await dialog(page).getByLabel('Reason that shoppers read').fill('A new label.');
  await dialog(page).getByRole('button', { name: 'Pause selling' }).click();
  await see(page.getByText('Shoppers read: A new label.'));
  await button(page, 'Resume selling').click();
  await dialog(page).getByRole('button', { name: 'Resume selling' }).click();
  await gone(page.getByText('Shoppers read: A new label.'));

  await field(page, 'Status').selectOption('Hidden');
  await button(page, 'Save status').click();
  await see(row(page, 'status published → hidden'));
  await changeAtDesk(operator, { status: 'published' });
});
