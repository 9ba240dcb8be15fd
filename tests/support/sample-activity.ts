/** Fills every table of a shop through its API, as shoppers and operators do. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { bankTransfers, debits, pastOrders, reviewOptOuts } from '#db/schema/index.ts';
import { oneDay } from '#lib/dates.ts';
import { password, verifiedUser } from './accounts.ts';
import type { ApiBody, Client } from './client.ts';
import { insertCoupon, orderWith } from './coupons.ts';
import { operatorWithPassword } from './desk.ts';
import { subscribeAndConfirm } from './newsletter.ts';
import { cream, orderOf, pastOrder, placeOrder, refillStock, serum, soldOut, toner } from './orders.ts';
import { onlineMethods, paidOrder, pendingOrder } from './payments.ts';
import { uploadPhoto } from './photos.ts';
import { withdraw } from './reviews.ts';
import { policyReport } from './routes/route.ts';
import { select } from './rows.ts';
import { operatorWithFactor } from './second-factor.ts';
import type { Person, TestShop } from './shop.ts';

async function ask(client: Client, path: string, json: object) {
  const { status, text, body } = await client.post<ApiBody & { review: { _id: string } }>(path, json);
  expect(status, `${path}: ${text}`).toBe(200);
  return body;
}

async function atTheDesk(shop: TestShop, operator: Client, orderId: string): Promise<void> {
  await ask(operator, '/api/order/update-tracking', {
    orderId,
    trackingId: 'AWB100200',
    courierPartner: 'Delhivery',
  });
  const { db } = shop;
  const [refund] = await select<{ id: string }>(db, sql`SELECT id FROM refunds ORDER BY rowid LIMIT 1`);
  await ask(operator, '/api/desk/refunds/confirm', { refundId: refund?.id, seen: 'due', password });
  const [review] = await select<{ id: string }>(db, sql`SELECT id FROM reviews WHERE comment = 'Sticky'`);
  await ask(operator, `/api/desk/reviews/${review?.id}/hide`, { reason: 'off-topic', seen: 0 });
  const [shelf] = await select<{ stock: number }>(db, sql`SELECT stock FROM products WHERE id = ${toner}`);
  const received = { key: randomUUID(), reason: 'received', pieces: 5, seen: shelf?.stock };
  await ask(operator, `/api/desk/stock/${toner}`, received);
  const aloe = 'aloe-gel-cream';
  await ask(operator, `/api/desk/products/${aloe}`, { version: 0, items: [{ id: aloe, price: 38_900 }] });
  const [ticket] = await select<{ id: string }>(db, sql`SELECT id FROM tickets`);
  const answer = { message: 'It comes today.', seen: { status: 'open', answers: 0 } };
  await ask(operator, `/api/desk/tickets/${ticket?.id}/answer`, answer);
}

/** A cash order is delivered, its cash transferred by the courier, and its return asked for. */
async function afterDelivery({ db }: TestShop, buyer: Client, operator: Client): Promise<void> {
  const { order } = await ask(buyer, '/api/order/place', await orderOf(buyer, { [toner]: 1 }));
  const orderId = order._id;
  const tracking = { orderId, trackingId: 'AWB100201', courierPartner: 'Delhivery' };
  await ask(operator, '/api/order/update-tracking', tracking);
  for (const status of ['Out for Delivery', 'Delivered'])
    await ask(operator, '/api/order/move', { orderId, status });
  const [stored] = await select<{ amount: number; seen: number }>(
    db,
    sql`SELECT total AS amount, (SELECT count(*) FROM order_events WHERE order_id = orders.id) AS seen
      FROM orders WHERE id = ${orderId}`,
  );
  const orders = [{ orderId, ...stored, day: '2026-11-20', utr: 'N100', accepted: false }];
  await ask(operator, '/api/desk/bulk/remitted', { orders, password });
  // What this shop does not offer, and what an exchange may make.
  const debit = {
    id: randomUUID(),
    orderId,
    position: 0,
    name: 'Toner',
    at: Date.now(),
    amount: 1,
    inLine: true,
  };
  await db.write
    .insert(bankTransfers)
    .values({
      id: randomUUID(),
      utr: 'UTR1',
      orderId,
      amount: 59_900,
      at: Date.now(),
      recordedBy: 'operator',
    });
  await db.write.insert(debits).values({ ...debit, takenFrom: orderId });
  const lines = [{ _id: toner, quantity: 1, reason: 'damaged' }];
  const payout = { kind: 'upi', upiId: 'asha@ybl' };
  const photos = [await uploadPhoto(buyer)];
  await ask(buyer, '/api/order/returns/request', { orderId, lines, method: 'pickup', payout, photos });
}

/**
 * Orders in several states, payments and refunds, emails, published reviews and a hidden one.
 * @returns a shopper, and their order, which has been shipped
 */
export async function createActivity(shop: TestShop): Promise<{ shopper: Person; orderId: string }> {
  const shopper = await shop.person();
  const operator = await operatorWithPassword(shop);
  await refillStock(shop.db);
  await shop.db.write.run(sql`UPDATE products SET opening = stock`);
  const order = await orderOf(shopper, { [serum]: 2, [toner]: 1 });
  const saved = { ...order, address: { ...order.address, saveInfo: true } };
  const orderId = (await placeOrder(shopper, saved, 'the-first-order')).body.order._id;
  for (const method of onlineMethods) {
    const { orderId, paymentId } = await paidOrder(shop, shopper, method);
    shop.simulators[method].dispute(paymentId);
    await ask(shopper, '/api/order/cancel', { orderId });
    await pendingOrder(await shop.person(), method);
  }
  const writer = await shop.person();
  const pictures = [await uploadPhoto(writer)];
  const said = { rating: 3, comment: 'Roses', photos: pictures };
  const { review } = await ask(writer, `/api/reviews/${toner}`, said);
  await ask(shop.client(), '/api/reviews/report', { reviewId: review._id, reason: 'spam' });
  const { order: creams } = await ask(writer, '/api/order/place', await orderOf(writer, { [cream]: 2 }));
  await ask(writer, '/api/order/cancel', { orderId: creams._id, lines: [{ _id: cream, keep: 1 }] });
  const code = await insertCoupon(shop.db, { maxUsesPerCustomer: 1 });
  await ask(writer, '/api/order/place', await orderWith(writer, { [serum]: 1 }, code));
  await ask(writer, `/api/reviews/${cream}`, { rating: 3, comment: 'Rich' });
  await withdraw(writer, cream);
  await shop.db.write.insert(reviewOptOuts).values({ emailHash: 'x'.repeat(43), createdAt: Date.now() });
  await shop.db.write.insert(pastOrders).values(pastOrder('asha@example.in'));
  for (const comment of ['Soft.\nAnd it’s "mine" 😀', 'Sticky'])
    await ask(await shop.person(), `/api/reviews/${serum}`, { rating: 4, title: 'ठीक', comment });
  const ticket = { name: 'Asha', email: 'asha@example.in', subject: 'Where is it', message: 'Since Monday.' };
  const anyone = shop.client();
  await ask(anyone, '/api/contact/submit', { ...ticket, issueType: 'order' });
  await shop.db.write.run(
    sql`UPDATE products SET opening = opening - stock, stock = 0 WHERE id = ${soldOut}`,
  );
  await ask(anyone, '/api/product/stock-alerts', { productId: soldOut, email: 'reader@example.in' });
  await subscribeAndConfirm(shop, 'reader@example.in', anyone);
  await ask(anyone, '/api/vitals', { page: 'home', values: { LCP: 900 } });
  await ask(anyone, '/api/product/searched', { q: 'rose', found: 3 });
  await ask(anyone, '/api/product/searched', { q: 'rose', found: 3, clicked: toner });
  await anyone.send('POST', '/api/policy-report', {
    json: policyReport('evil.example', shop.stack.url),
    headers: { 'Content-Type': 'application/csp-report' },
  });
  await ask(shopper, '/api/cart/add', { itemId: serum, quantity: 1 });
  await ask(shopper, '/api/wishlist', { save: [{ id: toner, at: 1 }], remove: [] });
  await ask(anyone, '/api/user/forgot', { email: shopper.email });
  const { email } = await verifiedUser(shop);
  await ask(anyone, '/api/user/login', { email, password });
  await ask(operator, `/api/desk/customers/${shopper.id}/notes`, { text: 'Prefers calls.' });
  const startsAt = Date.now() + 30 * oneDay;
  await ask(operator, '/api/desk/sale-day', {
    ...{ startsAt, endsAt: startsAt + oneDay, limits: { cashPerHour: 60 }, password },
    expected: { visits: 10_000, ordering: 2, cash: 50, pieces: 1_000 },
  });
  await atTheDesk(shop, operator, orderId);
  await afterDelivery(shop, await shop.person(), operator);
  await operatorWithFactor(shop);
  await shop.simulators.settled();
  await shop.stack.scheduled();
  return { shopper, orderId };
}
