/** Reconciliation as an operator works with it: comparing, reading what differs, applying, and stopping half-way. */
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Difference } from '#features/desk/reconcile.ts';
import { balance } from '../support/books.ts';
import { orderOf, place, serum } from '../support/orders.ts';
import { beginAfresh, paid, payAt, pending } from '../support/paying.ts';
import { select, snapshot, stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { faults } from './axe.ts';
import { atDesk, button, dialog, fitsItsWindow, row } from './desk-steps.ts';
import { toast } from './steps.ts';
import { becomes, gone, see, useBrowser, widths } from './visitor.ts';

const shop = useShop({ simulators: true });
const { visit } = useBrowser(shop);
const path = '/api/desk/reconcile/mend';
const run = (statement: ReturnType<typeof sql>) => shop.db.write.run(statement);

beginAfresh(shop);
beforeEach(async () => {
  await run(sql`DELETE FROM orders`);
  await balance(shop.db);
});

const cash = async () => {
  const person = await shop.person();
  return (await place(person, await orderOf(person, { [serum]: 2 }))).body.order;
};
/** An order whose cash counts, though nobody has collected it. */
async function countsAsPaid() {
  const order = await cash();
  await run(sql`UPDATE orders SET paid = 1 WHERE id = ${order._id}`);
  return order;
}
const compare = async (page: Page) => {
  await button(page, /^Compare/).click();
  await see(button(page, 'Compare anew'));
};
const found = (page: Page, name: string) =>
  page.locator('.reconcile-found').filter({ has: page.getByRole('heading', { name }) });

describe.each(widths)('at %d px', (width) => {
  test('what differs is read, counted and applied; then everything agrees', async () => {
    const order = await countsAsPaid();
    await run(sql`UPDATE products SET stock = 90 WHERE id = ${serum}`);
    const { page } = await atDesk(shop, visit, 'reconcile', width);
    await see(button(page, 'Compare'));
    expect(await faults(page)).toEqual([]);
    const rows = await snapshot(shop.db, ['outbox']);
    await compare(page);
    await see(page.getByText('2 differences.'));
    await see(page.getByText('16 products looked at'));
    await see(found(page, 'Cash that nobody collected').getByText('paid, collected by nobody'));
    expect(await snapshot(shop.db, ['outbox'])).toEqual(rows);
    await fitsItsWindow(page);
    expect(await faults(page)).toEqual([]);

    await button(page, `Apply: ${order.reference}`).click();
    await see(dialog(page).getByText('Paid: yes → no'));
    expect(await faults(page)).toEqual([]);
    await button(page, 'Apply').click();
    await see(toast(page, 'The order does not count as paid any more.'));
    await gone(found(page, 'Cash that nobody collected'));

    await button(page, 'Count: Glow Serum').click();
    await see(dialog(page).getByText('Expected: 98. Found: 90.'));
    await see(dialog(page).getByText('Without the 2 that wait to be sent.'));
    await page.keyboard.type('97');
    await see(dialog(page).getByText('Stock: 90 → 97'));
    await see(dialog(page).getByText('A change of −1, so that the books say 97 too'));
    await fitsItsWindow(page);
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await see(toast(page, 'Stock and books of Glow Serum say 97.'));
    await gone(row(page, 'Glow Serum'));
    expect(await stockOf(shop.db, serum)).toBe(97);
    await compare(page);
    await see(page.getByText('Everything agrees.'));
  });
});

test('what has changed meanwhile is refused, shown as it is now, and then applied', async () => {
  const order = await cash();
  await run(sql`UPDATE orders SET status = 'Shipped' WHERE id = ${order._id}`);
  const { page, expectFailure } = await atDesk(shop, visit, 'reconcile');
  await compare(page);
  await button(page, `Apply: ${order.reference}`).click();
  await run(sql`UPDATE orders SET status = 'Delivered' WHERE id = ${order._id}`);
  expectFailure({ path, status: 409 });
  await button(page, 'Apply').click();
  await see(dialog(page).getByText('Expected now: Order Placed; found: Delivered. Nothing was written.'));
  await see(dialog(page).getByText('Status: Delivered → Order Placed'));
  await button(page, 'Apply').click();
  await see(toast(page, 'The status is Order Placed again, not Delivered.'));
  await see(page.getByText('Everything agrees.'));
});

test('all of one kind are applied at once; one that has changed holds up none', async () => {
  const orders = [await countsAsPaid(), await countsAsPaid(), await countsAsPaid()];
  const { page, expectFailure } = await atDesk(shop, visit, 'reconcile');
  await compare(page);
  await button(page, 'Apply all: Cash that nobody collected').click();
  for (const { reference } of orders) await see(dialog(page).getByText(reference));
  expect(await faults(page)).toEqual([]);
  await run(sql`UPDATE orders SET paid = 0 WHERE id = ${orders[1]?._id}`);
  expectFailure({ path, status: 409 });
  await button(page, 'Apply 3').click();
  await see(toast(page, '2 applied. 1 had changed: nothing was written for them.'));
  await gone(found(page, 'Cash that nobody collected'));
  expect(await select(shop.db, sql`SELECT count(*) AS n FROM orders WHERE paid = 1`)).toEqual([{ n: 0 }]);
});

test('payment services are asked: what they have is placed, and who is silent is named', async () => {
  const { stripe, razorpay } = shop.standIns;
  stripe.webhooks.manner = 'never';
  const orderId = await pending(await shop.person(), 'stripe');
  await payAt(shop, 'stripe', orderId);
  const silent = (await paid(shop, await shop.person(), 'razorpay')).orderId;
  await run(sql`UPDATE orders SET created_at = created_at - 600000`);
  razorpay.api.trouble({ how: { status: 500 }, times: Number.POSITIVE_INFINITY });
  const { page } = await atDesk(shop, visit, 'reconcile');
  await compare(page);
  await see(found(page, 'Paid there, not here').getByText('Payment Pending, not paid'));
  await see(page.getByRole('heading', { name: 'Not asked' }));
  await see(page.locator('.reconcile-silent').getByText('did not answer'));
  expect(await page.locator('.reconcile-silent a').getAttribute('href')).toBe(`#orders/${silent}`);
  expect(await faults(page)).toEqual([]);
  await button(page, /^Apply: ORD/).click();
  await button(page, 'Apply').click();
  await see(toast(page, 'Stripe: the money is there, and the order is paid.'));
  await gone(found(page, 'Paid there, not here'));
});

test('what nobody but people may decide has no button, and leads to the order', async () => {
  const order = await cash();
  await run(sql`UPDATE order_lines SET price = price + 1 WHERE order_id = ${order._id}`);
  const { page } = await atDesk(shop, visit, 'reconcile');
  await compare(page);
  const lines = row(page, order.reference);
  await see(lines.getByText('By hand'));
  await see(lines.getByText('No machine may decide what an order costs.'));
  expect(await lines.getByRole('button').count()).toBe(0);
  await lines.getByRole('link', { name: order.reference }).click();
  await see(page.locator('.desk-order'));
});

describe('a long walk', () => {
  const one = (n: number): Difference => ({
    rule: 'lines',
    about: `o${n}`,
    name: `ORD-00000${n}`,
    place: null,
    expected: '1',
    found: '2',
    since: null,
    fix: 'By people.',
    writes: [],
    seen: '',
  });

  /** Orders that come in pages of 500 of 1,00,000; the third waits until it is let go. */
  async function slowOrders(page: Page) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const asked: (string | null)[] = [];
    await page.route('**/api/desk/reconcile/orders*', async (route) => {
      const after = new URL(route.request().url()).searchParams.get('after');
      asked.push(after);
      const n = asked.length;
      if (n === 3) await promise;
      const next = n < 5 ? `1.page${n}` : null;
      await route
        .fulfill({
          json: { success: true, differences: [one(n)], looked: 500, total: after ? null : 100_000, next },
        })
        .catch(() => {});
    });
    return { asked, letGo: resolve };
  }

  test('shows how far it has come, is stopped, and goes on from there', async () => {
    const { page } = await atDesk(shop, visit, 'reconcile');
    const { asked, letGo } = await slowOrders(page);
    await button(page, 'Compare').click();
    await see(page.getByText('1,000 of 1,00,000 orders looked at'));
    await see(row(page, 'ORD-000002'));
    await button(page, 'Stop').click();
    await see(page.getByText('2 differences so far.'));
    letGo();
    await see(button(page, 'Go on'));
    // What was under way when it was stopped is asked for again.
    await button(page, 'Go on').click();
    await see(button(page, 'Compare anew'));
    await becomes(() => page.locator('.reconcile-found tbody tr').count(), 4);
    expect(asked).toEqual([null, '1.page1', '1.page2', '1.page2', '1.page4']);
  });

  test('that breaks off keeps what it has found, and goes on', async () => {
    const { page, expectFailure } = await atDesk(shop, visit, 'reconcile', 390);
    const { letGo } = await slowOrders(page);
    letGo();
    let broken = false;
    await page.route('**/api/desk/reconcile/orders?after=1.page2', async (route) => {
      if (broken) return route.fallback();
      broken = true;
      return route.fulfill({ status: 503, json: { success: false, code: 'unavailable', message: 'Busy.' } });
    });
    expectFailure({ path: '/api/desk/reconcile/orders', status: 503 });
    await button(page, 'Compare').click();
    await see(page.getByRole('alert').getByText('Busy. What was found so far stands below.'));
    await becomes(() => page.locator('.reconcile-found tbody tr').count(), 2);
    await fitsItsWindow(page);
    await button(page, 'Go on').click();
    await see(button(page, 'Compare anew'));
    await becomes(() => page.locator('.reconcile-found tbody tr').count(), 5);
  });
});
