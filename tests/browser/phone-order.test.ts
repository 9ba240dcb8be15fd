/** An operator enters an order for a buyer who called (docs/desk.md, "Orders by phone"). */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { fillAddress } from './steps.ts';
import { see, widths } from './visitor.ts';

const { shop, atDesk, test } = browserTest();

test.each(widths)('an order by phone with a discount is placed at %i px', async (width) => {
  const { page } = await atDesk('orders', width);
  await page.getByRole('link', { name: 'New order' }).click();
  await see(page.getByRole('heading', { name: 'New order' }));
  await page.getByRole('button', { name: 'Place order' }).click();
  await see(page.getByText('Please add a product.'));
  await page.getByLabel('Product', { exact: true }).fill('vitamin-c-glow-serum');
  await page.keyboard.press('Enter');
  await page.getByLabel('Product', { exact: true }).fill('No such thing');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await see(page.getByText('No product has the code “No such thing”.'));
  await page.getByLabel('Product', { exact: true }).fill('');
  await fillAddress(page);
  await page.getByLabel('Email (optional)').fill('asha@example.in');
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Last name').fill('Rao');
  await page.getByLabel('Per cent (optional)').fill('10');
  await page.getByLabel('Reason').fill('A regular buyer');
  await page.getByLabel('Ask the buyer by email').check();
  await see(page.getByText('Discount (10%)'));
  await see(page.getByText('Total in cash'));
  await looksRight(page, 'an order by phone', { within: 'main' });
  await page.getByRole('button', { name: 'Place order' }).click();
  await see(page.getByText('An operator entered this order for its buyer.'));
  const [order] = await shop.db.read.select().from(orders).where(eq(orders.confirmReason, 'by_phone'));
  expect(order?.couponCode).toMatch(/^DESK-/);
});
