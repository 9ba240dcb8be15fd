/** The email that asks for reviews three weeks after delivery (docs/behaviour.md, "Asking for reviews"). */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { verifiedUser } from '../support/accounts.ts';
import { type Client, times } from '../support/client.ts';
import { day, setClock } from '../support/clock.ts';
import { placed, serum, toner } from '../support/orders.ts';
import { clearReviews, deliver, deliveredOrder, writeReview } from '../support/reviews.ts';
import { countRows } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({
  simulators: true,
  proxy: true,
  vars: { ORDERS_PER_HOUR: '1000', REGISTRATIONS_PER_HOUR: '1000' },
});
/** Another one in each test, since old sessions end when the clock is moved. */
let operator: Client;
const delivered = (quantities?: Record<string, number>, email?: string) =>
  deliveredOrder(shop, operator, quantities, email);

beforeEach(async () => {
  await clearReviews(shop);
  operator = await shop.person('operator');
});

const messages = () =>
  shop.simulators.mailbox.messages.filter(({ subject }) => subject.startsWith('How do you like'));
/** Moves the clock to some days from now, and runs the scheduled job twice: it enqueues, and sends. */
async function later(days: number) {
  await setClock(shop, days * day);
  await shop.stack.scheduled();
  await shop.stack.scheduled();
  return messages();
}
/** The links of an email, by product. */
const linksIn = ({ text = '' }: { text?: string | undefined }) =>
  Object.fromEntries(
    [...text.matchAll(/\/product\/([\w-]+)#review=([\w.-]+)/g)].map(([, id, link]) => [id ?? '', link ?? '']),
  );

test('it is sent once, three weeks after delivery, with a link for each product', async () => {
  const { guest } = await delivered({ [serum]: 2, [toner]: 1 });
  expect(await later(20.9)).toEqual([]);
  const [email, ...others] = await later(21.1);
  expect([email?.to, others]).toEqual([[guest.email], []]);
  const links = linksIn(email ?? {});
  expect(Object.keys(links)).toEqual([serum, toner]);
  for (const [id, link] of Object.entries(links))
    expect((await writeReview(shop.client(), id, { link })).body.review).toMatchObject({ verified: true });
  expect(await later(60)).toHaveLength(1);
});

test('it names only products without a review; with all reviewed, nothing is sent', async () => {
  const person = await verifiedUser(shop);
  const bought: Record<string, number>[] = [{ [serum]: 1, [toner]: 1 }, { [serum]: 1 }];
  for (const quantities of bought) await deliver(operator, (await placed(person, quantities))._id);
  await writeReview(person, serum);
  const emails = await later(22);
  expect(emails.map(linksIn).map((links) => Object.keys(links))).toEqual([[toner]]);
});

test('it is left out for what came back, for samples, and for orders that were due two weeks ago', async () => {
  const { orderId } = await delivered();
  const [refunded, sample, sentLate] = [await delivered(), await delivered(), await delivered()];
  await operator.post('/api/order/move', { orderId, status: 'Returned', reason: 'Broken', restock: false });
  await shop.db.write.run(sql`INSERT INTO refunds (id, order_id, amount, reason, status, created_at)
    VALUES ('r1', ${refunded.orderId}, 100, 'returned', 'done', 1)`);
  await shop.db.write.update(orders).set({ sample: true }).where(eq(orders.id, sample.orderId));
  await shop.db.write
    .update(orders)
    .set({ askAt: Date.now() - 14 * day })
    .where(eq(orders.id, sentLate.orderId));
  expect(await later(22)).toEqual([]);
  expect(await countRows(shop.db, 'orders', sql`ask_at IS NOT NULL`)).toBe(0);
  expect(await countRows(shop.db, 'outbox', sql`cause GLOB 'review_request:*'`)).toBe(0);
});

test('a part that was cancelled and refunded before the parcel left does not count', async () => {
  const { orderId } = await delivered();
  await shop.db.write.batch([
    shop.db.write.run(sql`INSERT INTO refunds (id, order_id, amount, reason, status, created_at)
      VALUES ('r2', ${orderId}, 100, 'cancelled', 'done', 1)`),
    shop.db.write.run(sql`INSERT INTO reductions (id, order_id, at, kind, position, product_id, name, quantity, amount,
      restocked, refund_id) VALUES ('r2', ${orderId}, 1, 'cancelled', 1, ${toner}, 'Rose Toner', 1, 100, 1, 'r2')`),
  ]);
  expect(await later(22)).toHaveLength(1);
});

test('an order that is returned before its email is sent gets none', async () => {
  const { orderId } = await delivered();
  const trouble = shop.simulators.mailbox.api.inject({ fault: { status: 500 }, times: 100 });
  await later(22);
  expect(await countRows(shop.db, 'outbox', sql`cause = ${`review_request:${orderId}`}`)).toBe(1);
  await shop.db.write.run(sql`UPDATE orders SET status = 'Returned' WHERE id = ${orderId}`);
  shop.simulators.mailbox.api.clearFaults();
  trouble.release();
  expect(await later(23)).toEqual([]);
  expect(await countRows(shop.db, 'outbox', sql`status = 'given_up' AND error = 'nothing to say'`)).toBe(1);
});

test('it ends for an address by the link in the email, without an account', async () => {
  const { guest } = await delivered();
  const [email] = await later(22);
  expect(email?.text).toContain('Do not ask me for reviews again: ');
  const url = new URL(email?.headers?.['List-Unsubscribe']?.replace(/^<|>$/g, '') ?? '');
  const page = new URL(/again: (\S+)/.exec(email?.text ?? '')?.[1] ?? '');
  expect([page.pathname, page.search]).toEqual(['/unsubscribe', url.search]);
  for (const _ of times(2, String))
    expect((await shop.client().post(url.pathname + url.search)).body).toMatchObject({
      success: true,
      message: 'We will not ask you for reviews again.',
    });
  await setClock(shop, 0);
  await delivered({ [toner]: 1 }, guest.email);
  await delivered({ [toner]: 1 });
  expect((await later(22)).map(({ to }) => to).filter(([to]) => to === guest.email)).toHaveLength(1);
  expect(messages()).toHaveLength(2);
});

test('a job that is killed during its calls, and ten jobs at once: one email', async () => {
  await delivered();
  await setClock(shop, 22 * day);
  for (const call of [1, 4, 8]) {
    const held = shop.proxy.hold(call);
    const running = shop.stack.scheduled().catch(() => undefined);
    await held.arrived;
    await shop.stack.restartWorker();
    held.release();
    await running;
    await setClock(shop, 22 * day);
  }
  await Promise.all(times(10, () => shop.stack.scheduled().catch(() => undefined)));
  await shop.stack.scheduled();
  await expect.poll(() => messages().length).toBe(1);
  await shop.stack.scheduled();
  expect(messages()).toHaveLength(1);
});
