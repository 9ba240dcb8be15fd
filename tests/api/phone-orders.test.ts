/** Orders that an operator enters for a buyer who called or wrote (docs/desk.md, "Orders by phone"). */
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { coupons, outbox } from '#db/schema/index.ts';
import type { ListedOrder } from '#desk/orders/orders.api.ts';
import { newEmail } from '../support/accounts.ts';
import { newClient, times } from '../support/client.ts';
import { day, hour, setClock } from '../support/clock.ts';
import { attachTracking, detailOf } from '../support/desk.ts';
import { linkTo, newPhone, openLink, outcome } from '../support/guests.ts';
import { address, serum } from '../support/orders.ts';
import { payAtProvider, recordOf, verifyPayment } from '../support/payments.ts';
import { countRows, setStock, snapshot, stockOf, storedOrder } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true, flood: 10_000, writes: 10_000 });

let count = 0;
const phoneOrder = (more: object = {}) => {
  count += 1;
  return {
    address: { ...address, email: newEmail(), phone: newPhone(), address: `${count} MG Road` },
    items: [{ id: serum, quantity: 1 }],
    amount: 59_900,
    confirmed: true,
    key: `attempt-${count}`,
    ...more,
  };
};
const place = (json: object) => operator.post('/api/desk/phone-orders', json);
const discount = { percent: 10, reason: 'A regular buyer' };

describe('an order by phone', () => {
  test('of a buyer who has agreed is an ordinary cash order, with its email and its entry', async () => {
    const { status, body } = await place(phoneOrder());
    expect(status, body.message).toBe(200);
    const row = await storedOrder(shop.db, body.orderId);
    expect(row).toMatchObject({
      status: 'Order Placed',
      paymentMethod: 'cod',
      total: 59_900,
      confirmReason: 'by_phone',
      paid: false,
    });
    expect(row.confirmedAt).not.toBeNull();
    expect(await stockOf(shop.db, serum)).toBe(99);
    const { history, emails } = await recordOf(shop, body.orderId);
    expect([history, emails]).toEqual([['operator: Order Placed'], ['order_placed']]);
    const { body: packed } = await operator.get('/api/desk/orders?status=unshipped');
    expect(JSON.stringify(packed)).toContain(body.orderId);
  });

  test('otherwise waits: its buyer opens the link of the email or of the WhatsApp message, and pays by UPI', async () => {
    const { body } = await place(phoneOrder({ confirmed: false }));
    expect((await openLink(shop, linkTo(body.orderId))).status).toBe(200);
    const text = (await detailOf(operator, body.orderId)).toConfirm?.text ?? '';
    const list = await operator.get<{ rows: ListedOrder[] }>('/api/desk/orders?status=unconfirmed');
    expect(list.body.rows.find(({ id }) => id === body.orderId)?.toConfirm?.text).toBe(text);
    const [url = '', link = ''] = /https?:\S+\/order#(\S+)$/.exec(text) ?? [];
    expect(url).toContain(shop.stack.url);
    const opened = await openLink(shop, link);
    const buyer = newClient(shop.stack.url, opened.body.token ?? '');
    const [order] = (await buyer.post('/api/order/userorders')).body.orders ?? [];
    expect(order?.confirmation).toMatchObject({ reason: 'by_phone', at: null });
    expect((await buyer.post('/api/order/pay', { orderId: body.orderId })).status).toBe(200);
    const paymentId = await payAtProvider(shop, 'razorpay', body.orderId);
    await verifyPayment(shop, buyer, 'razorpay', body.orderId, paymentId);
    expect(await storedOrder(shop.db, body.orderId)).toMatchObject({ paid: true, paymentMethod: 'razorpay' });
  });

  test('that nobody confirms gives its pieces back after two days', async () => {
    const { body } = await place(phoneOrder({ confirmed: false }));
    await setClock(shop, day + hour);
    await shop.stack.scheduled();
    await setClock(shop, 2 * day + hour);
    await shop.stack.scheduled();
    expect(await storedOrder(shop.db, body.orderId)).toMatchObject({ status: 'Cancelled' });
    expect(await stockOf(shop.db, serum)).toBe(100);
  });

  test('has the operator’s discount as a code for this buyer alone, with the reason in the audit list', async () => {
    const wanted = phoneOrder({ discount });
    const quoted = await operator.post<{ quote: { total: number } }>('/api/desk/phone-orders/quote', {
      items: wanted.items,
      percent: discount.percent,
      pincode: '560001',
    });
    const { total } = quoted.body.quote;
    expect(total).toBe(54_000);
    const { status, body } = await place({ ...wanted, amount: total });
    expect(status, body.message).toBe(200);
    const row = await storedOrder(shop.db, body.orderId);
    expect(row).toMatchObject({
      total: 54_000,
      discount: 5_900,
      couponCode: expect.stringMatching(/^DESK-/),
    });
    const [code] = await shop.db.read
      .select()
      .from(coupons)
      .where(eq(coupons.code, row.couponCode ?? ''));
    expect(code).toMatchObject({ percent: 10, maxUses: 1, uses: 1, email: wanted.address.email });
    const audit = JSON.stringify((await operator.get('/api/desk/audit')).body);
    expect(audit).toContain('10% off an order by phone: A regular buyer');
  });

  test('is placed once, however often it is sent', async () => {
    const wanted = phoneOrder({ discount, amount: 54_000 });
    const answers = await Promise.all(times(4, () => place(wanted)));
    const again = await place(wanted);
    const ids = [...answers, again].map(({ status, body }) => [status, body.orderId]);
    expect(ids).toEqual(ids.map(() => [200, again.body.orderId]));
    expect(await countRows(shop.db, 'coupons', sql`email = ${wanted.address.email}`)).toBe(1);
    // Sold out meanwhile: the order that exists is answered.
    await setStock(shop.db, serum, 0);
    expect((await place(wanted)).body.orderId).toBe(again.body.orderId);
    const other = await place({ ...wanted, confirmed: false, amount: 1 });
    expect(outcome(other)).toEqual([409, 'key_reused']);
  });

  test('is refused without a trace: another price, sold out, too much cash', async () => {
    const before = await snapshot(shop.db, ['outbox']);
    expect(outcome(await place(phoneOrder({ amount: 1, discount })))).toEqual([409, 'amount_changed']);
    expect(
      outcome(await place(phoneOrder({ items: [{ id: serum, quantity: 40 }], amount: 40 * 59_900 }))),
    ).toEqual([409, 'cod_limit']);
    expect(await snapshot(shop.db, ['outbox'])).toEqual(before);
  });

  test('is not stopped by what strangers hold', async () => {
    await setStock(shop.db, serum, 2);
    const placed = await Promise.all([place(phoneOrder()), place(phoneOrder())]);
    expect(placed.map(outcome)).toEqual(times(2, () => [200, undefined]));
    expect(outcome(await place(phoneOrder()))).toEqual([409, 'out_of_stock']);
  });
});

describe('an order by phone without an email', () => {
  const without = (more: object = {}) => {
    const order = phoneOrder(more);
    return { ...order, address: { ...order.address, email: '' } };
  };
  const emails = (orderId: string) =>
    shop.db.read
      .select()
      .from(outbox)
      .where(sql`${outbox.cause} LIKE ${`%${orderId}`} AND recipient NOT IN (
      SELECT email FROM users WHERE role = 'operator')`);

  test('is placed, confirmed by the link of WhatsApp, shipped and delivered, and mails nobody', async () => {
    const { status, body } = await place(without({ confirmed: false }));
    expect([status, body.message]).toEqual([200, expect.any(String)]);
    const { orderId } = body;
    const detail = () => detailOf(operator, orderId);
    const [, link = ''] = /order#(\S+)$/.exec((await detail()).toConfirm?.text ?? '') ?? [];
    const opened = await openLink(shop, link);
    expect(opened.body.user).toMatchObject({ email: '', role: 'guest' });
    const holder = newClient(shop.stack.url, opened.body.token ?? '');
    expect((await holder.post('/api/order/confirm', { orderId })).status).toBe(200);
    expect(outcome(await holder.post('/api/order/code', {}))).toEqual([409, 'no_email']);
    await attachTracking(operator, orderId);
    expect((await storedOrder(shop.db, orderId)).status).toBe('Shipped');
    await setClock(shop, hour);
    await shop.stack.scheduled();
    expect(await emails(orderId)).toEqual([]);

    // The address comes later: the order and its invoice go there.
    const email = newEmail();
    const add = async (address: string) =>
      operator.post(`/api/desk/orders/${orderId}/email`, { email: address, seen: (await detail()).seen });
    expect((await add(email)).status).toBe(200);
    expect(outcome(await add(newEmail()))).toEqual([409, 'has_email']);
    const mail = await shop.simulators.mailbox.waitFor(({ to }) => to.includes(email));
    expect(mail.attachments?.map(({ filename }) => filename)).toEqual([expect.stringMatching(/\.pdf$/)]);
    expect((await storedOrder(shop.db, orderId)).address.email).toBe(email);
    const { token } = (await openLink(shop, link)).body;
    expect((await newClient(shop.stack.url, token ?? '').post('/api/order/code', {})).status).toBe(200);
  });

  test('belongs to one customer by its phone, and to nobody else; a code of a discount is theirs', async () => {
    const phone = newPhone();
    const two = [without({ discount, amount: 54_000 }), without()].map((order) => ({
      ...order,
      address: { ...order.address, phone },
    }));
    for (const order of two) expect((await place(order)).status).toBe(200);
    const stranger = await place(without());
    const { rows: customers } = (
      await operator.get<{ rows: { email: string; orders: number }[] }>(`/api/desk/customers?q=${phone}`)
    ).body;
    expect(customers).toMatchObject([{ email: '', orders: 2 }]);
    expect(stranger.status).toBe(200);
    expect((await place({ ...without(), address: { ...address, email: 'asha' } })).status).toBe(422);
  });
});
