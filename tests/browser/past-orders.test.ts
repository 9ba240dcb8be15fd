/** Orders of an earlier shop: brought over at the desk, and shown to their buyer and to operators. */
import { expect } from 'vitest';
import { verify } from '../support/accounts.ts';
import { customerIdOf } from '../support/customers.ts';
import { placed } from '../support/orders.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button, confirm, fitsItsWindow } from './desk-steps.ts';
import { csvFile } from './steps.ts';
import { gone, see } from './visitor.ts';

const { shop, visitAsShopper, atDesk, test } = browserTest();
const title = { name: 'From our earlier shop' };

test('past orders come over at the desk; their buyer reads them below My Orders, once the address is confirmed', async () => {
  const [person, other] = [await shop.person(), await shop.person()];
  await verify(shop.db, other.email);
  const file = `Name,Email,Financial Status,Fulfillment Status,Currency,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Billing Name
#1042,${person.email},paid,fulfilled,INR,1797.00,2024-11-02 10:15:30 +0530,2,Rose Mist with Damask Water and Neroli - 100 ml,699.00,Asha Rao
#1042,${person.email},,,,,,1,Neem Balm,399.00,
#1041,${person.email},refunded,unfulfilled,USD,25.00,2024-10-30 07:59:00 +0530,1,Neem Balm,25.00,Asha Rao`;

  const { page } = await atDesk('catalogue/import', 390);
  await page.getByLabel('Export of the other shop').setInputFiles(csvFile(file, 'orders_export.csv'));
  await see(page.getByText('Shopify orders, utf-8'));
  await see(page.getByText('In your file only, by column: 2 × Billing Name.'));
  await button(page, 'Bring over 2 past orders').click();
  await confirm(page, 'Bring over');
  await see(page.getByRole('status').getByText('2 past orders came over.'));
  await fitsItsWindow(page);

  for (const width of [390, 1280]) {
    const desk = await atDesk(`customers/${await customerIdOf(shop, person.email)}`, width);
    await see(desk.page.getByRole('heading', title));
    await see(desk.page.getByText('Rose Mist with Damask Water and Neroli - 100 ml × 2, Neem Balm'));
    await looksRight(desk.page, `a customer with past orders at ${width} px`);
  }

  const { page: mine } = await visitAsShopper({ person, path: '/orders' });
  await see(mine.getByRole('heading', { name: 'No orders yet' }));
  await verify(shop.db, person.email);
  await mine.reload();
  const list = mine.locator('.orders-earlier li');
  await see(mine.getByRole('heading', title));
  expect(await list.allTextContents()).toEqual([
    '#1042 2 Nov 2024, ₹1,797.00, paid, fulfilledRose Mist with Damask Water and Neroli - 100 ml × 2, Neem Balm',
    '#1041 30 Oct 2024, USD 25.00, refunded, unfulfilledNeem Balm',
  ]);
  expect(await list.getByRole('link').count()).toBe(0);
  await looksRight(mine, 'past orders without others');
  await placed(person);
  for (const width of [390, 1280]) {
    await mine.setViewportSize({ width, height: 900 });
    await mine.reload();
    await see(mine.getByRole('heading', { name: 'My Orders' }));
    await see(mine.getByRole('heading', title));
    await looksRight(mine, `past orders below My Orders at ${width} px`);
  }

  const theirs = await visitAsShopper({ person: other, path: '/orders' });
  await see(theirs.page.getByRole('heading', { name: 'No orders yet' }));
  await gone(theirs.page.getByRole('heading', title));
});
