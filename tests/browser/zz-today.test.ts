import { eq, sql } from 'drizzle-orm';
import { test } from 'vitest';
import { orderEvents, orders, products } from '#db/schema/index.ts';
import { insertManyOrders } from '../support/many-orders.ts';
import { cream, orderOf, placeOrder, refillStock, serum, toner } from '../support/orders.ts';
import { select } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { atDesk, button, dialog } from './desk-steps.ts';
import { asGuest } from './steps.ts';
import { see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);
const day = 86_400_000;
test('shots', async () => {
  await refillStock(shop.db);
  const statuses = [
    'Delivered',
    'Delivered',
    'Returned',
    'Shipped',
    'Packing',
    'Order Placed',
    'Delivered',
    'Shipped',
  ] as const;
  for (const [n, status] of statuses.entries()) {
    const person = await shop.person();
    const { order } = (
      await placeOrder(person, await orderOf(person, { [serum]: (n % 3) + 1, [n % 2 ? toner : cream]: 1 }))
    ).body;
    const createdAt = Date.now() - (n % 4) * 7 * day - 60_000;
    await shop.db.write
      .update(orders)
      .set({ status, createdAt, courier: 'Delhivery' })
      .where(eq(orders.id, order._id));
    if (status === 'Shipped')
      await shop.db.write
        .insert(orderEvents)
        .values({
          id: `e${n}`,
          orderId: order._id,
          at: createdAt + 3600_000,
          actor: 'operator',
          kind: 'status',
          toStatus: 'Shipped',
        });
  }
  await shop.db.write
    .update(products)
    .set({
      stock: 4,
      paused: 'We are checking a new batch, and sell it again next week.',
      pausedAt: Date.now(),
    })
    .where(eq(products.id, serum));
  await shop
    .client()
    .post('/api/contact/submit', {
      email: 'a@example.in',
      subject: 'A broken pump',
      message: 'It came without a spring.',
    });
  const [ticket] = await select<{ id: string }>(shop.db, sql`SELECT id FROM tickets LIMIT 1`);
  for (const width of [390, 1280]) {
    const { page } = await atDesk(shop, visit, 'today', width);
    await see(page.getByText('Best sellers'));
    await page.screenshot({ path: `/tmp/today_shots/today-${width}.png`, fullPage: true });
    for (const [name, route] of [
      ['stock', 'stock'],
      ['product', `stock/${serum}`],
      ['ticket', `tickets/${ticket?.id}`],
      ['people', 'people'],
    ]) {
      await page.goto(`/desk#${route}`);
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `/tmp/today_shots/${name}-${width}.png`, fullPage: true });
    }
    await page.goto(`/desk#stock/${toner}`);
    await button(page, 'Pause selling').click();
    await dialog(page).waitFor();
    await page.screenshot({ path: `/tmp/today_shots/pause-${width}.png` });
    const shopper = await visit(width, asGuest(shop, { [serum]: 1, [toner]: 1 }));
    shopper.expectFailure({ path: '/api/order/quote', status: 409 });
    for (const path of [`/product/${serum}`, '/collection', '/cart', '/place-order']) {
      await shopper.page.goto(path);
      await shopper.page.waitForTimeout(1500);
      await shopper.page.screenshot({
        path: `/tmp/today_shots/shop${path.replaceAll('/', '-')}-${width}.png`,
      });
    }
  }
});
test('time', async () => {
  await insertManyOrders(shop.db, 100_000);
  const operator = await shop.person('operator');
  const run = async (what: string) => {
    for (let n = 0; n < 3; n++) {
      const t = performance.now();
      const { status } = await operator.get('/api/desk/today');
      console.log(what, status, Math.round(performance.now() - t), 'ms');
    }
  };
  await run('old orders');
  await shop.db.write.run(
    sql`UPDATE orders SET created_at = ${Date.now()} - (rowid % 300) * 8640000 WHERE rowid > 90000`,
  );
  await run('10,000 in 30 days');
  for (let from = 0; from < 100_000; from += 10_000)
    await shop.db.write.run(
      sql`UPDATE orders SET created_at = ${Date.now()} - (rowid % 300) * 8640000 WHERE rowid > ${from} AND rowid <= ${from + 10_000}`,
    );
  await run('100,000 in 30 days');
}, 300_000);
