/**
 * Emails (docs/behaviour.md, "Emails"): each is stored with its cause and sent afterwards, once, even if the mail
 * service fails; under `npm start` it goes to the mailbox of the simulators.
 */
import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { flags, jobs, outbox } from '#db/schema/index.ts';
import { endOfDay } from '#lib/dates.ts';
import { tally, times } from '../support/client.ts';
import { day, hour, minute, setClock } from '../support/clock.ts';
import { orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { payAtProvider, pendingOrder, verifyPayment } from '../support/payments.ts';
import { countRows } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, simulators: true });
const ticket = { email: 'asha@example.in', subject: 'Where is it?', message: 'Hello', issueType: 'order' };

beforeEach(async () => {
  await refillStock(shop.db);
  shop.simulators.mailbox.api.clearFaults();
  shop.simulators.mailbox.clear();
  await shop.db.write.delete(outbox);
  await shop.db.write.delete(flags);
});

async function placed() {
  const person = await shop.person();
  const { body } = await placeOrder(person, await orderOf(person, { [serum]: 2 }));
  return { person, order: body.order };
}
/** Moves the Worker's clock forward, and runs the scheduled job. */
async function later(ms: number) {
  await setClock(shop, ms);
  await shop.stack.scheduled();
}
const messages = () => shop.simulators.mailbox.messages;
const rows = () => shop.db.read.select().from(outbox);

test('an order’s email is sent at once, to the address of the order, with its items', async () => {
  const { order } = await placed();
  const message = await shop.simulators.mailbox.waitFor(({ subject }) => subject.includes(order.reference));
  expect(message.to).toEqual([order.shippingAddress.email]);
  for (const part of [message.text, message.html]) {
    expect(part).toContain(order.reference);
    expect(part).toContain('₹1,198.00');
  }
  await expect.poll(async () => (await rows()).map(({ status }) => status)).toEqual(['sent']);
  expect((await rows())[0]?.letter).toBeNull();
  await shop.stack.scheduled();
  expect(messages()).toHaveLength(1);
});

test('a failing mail service: the email is retried with growing pauses, and arrives once', async () => {
  shop.simulators.mailbox.api.inject({ fault: { status: 500 }, times: 2 });
  await placed();
  await expect.poll(async () => (await rows())[0]?.error).toEqual(expect.any(String));
  expect(messages()).toEqual([]);
  const [first] = await rows();
  expect((first?.nextTryAt ?? 0) - (first?.createdAt ?? 0)).toBeGreaterThanOrEqual(minute);
  await shop.stack.scheduled();
  expect((await rows())[0]?.attempts).toBe(1);
  await later(2 * minute);
  expect((await rows())[0]).toMatchObject({ attempts: 2, status: 'waiting' });
  await later(2.5 * minute);
  expect((await rows())[0]?.attempts).toBe(2);
  await later(5 * minute);
  expect((await rows())[0]).toMatchObject({ attempts: 3, status: 'sent' });
  expect(messages()).toHaveLength(1);
});

test('a lost response does not cause a second email', async () => {
  shop.simulators.mailbox.api.inject({ fault: 'drop-after' });
  await placed();
  await expect.poll(async () => (await rows())[0]?.error).toEqual(expect.any(String));
  await later(5 * minute);
  expect((await rows())[0]?.status).toBe('sent');
  expect(messages()).toHaveLength(1);
});

test('a refused email is given up, and an operator gets one flag', async () => {
  const operator = await shop.person('operator');
  shop.simulators.mailbox.api.inject({ fault: { status: 422 } });
  await placed();
  await expect.poll(async () => (await rows()).some(({ status }) => status === 'given_up')).toBe(true);
  await shop.stack.scheduled();
  const notice = await shop.simulators.mailbox.waitFor(({ to }) => to.includes(operator.email));
  expect(notice.subject).toContain('An email cannot be sent');
  await shop.stack.scheduled();
  expect(messages()).toHaveLength(1);
  expect(await countRows(shop.db, 'flags', sql`kind = 'mail_failing'`)).toBe(1);
  await shop.db.write.update(outbox).set({ recipient: '' }).where(eq(outbox.recipient, operator.email));
  await shop.db.write.run(sql`DELETE FROM users WHERE id = ${operator.id}`);
});

test('several jobs at once send each email once', async () => {
  shop.simulators.mailbox.api.inject({ fault: { status: 503 }, times: 3 });
  await Promise.all(times(3, () => placed()));
  await expect.poll(async () => (await rows()).filter(({ error }) => error).length).toBe(3);
  await setClock(shop, 5 * minute);
  await Promise.all(times(4, () => shop.stack.scheduled()));
  expect(messages()).toHaveLength(3);
  expect((await rows()).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
});

test('a ticket is confirmed to its sender', async () => {
  const answers = await Promise.all(times(8, () => shop.client().post('/api/contact/submit', ticket)));
  expect(tally(answers)).toEqual({ 200: 8 });
  await shop.stack.scheduled();
  expect(messages().length).toBe(8);
  expect(messages()[0]?.subject).toContain('Where is it?');
  expect(await countRows(shop.db, 'tickets')).toBe(8);
});

test('a hanging mail service does not delay the order; the email is sent later', async () => {
  const trouble = shop.simulators.mailbox.api.inject({ fault: 'hang', times: Number.POSITIVE_INFINITY });
  const { order } = await placed();
  expect(order.status).toBe('Order Placed');
  await trouble.arrived;
  trouble.release();
  await later(hour);
  await expect.poll(() => messages().length).toBe(1);
});

test('a link is not sent after the emails of many moves, which were due before it', async () => {
  const { person, order } = await placed();
  await expect.poll(async () => (await rows()).map(({ status }) => status)).toEqual(['sent']);
  const due = { attempts: 0, createdAt: 1, status: 'waiting' as const };
  const start = Date.now() - 60_000;
  const moved = times(20, (n) => ({
    ...due,
    id: `moved-${n}`,
    cause: `order_delivered:${n}`,
    recipient: person.email,
    nextTryAt: start + n,
    letter: { kind: 'order_delivered' as const, orderId: order._id },
  }));
  const link = { kind: 'password_reset' as const, token: 'x', minutes: 30 };
  await shop.db.write
    .insert(outbox)
    .values([
      ...moved,
      { ...due, id: 'link', cause: 'reset', recipient: person.email, nextTryAt: start + 100, letter: link },
    ]);
  await shop.stack.scheduled();
  const waiting = (await rows()).filter(({ status }) => status === 'waiting');
  expect(waiting.map(({ id }) => id)).toEqual(['moved-19']);
  await shop.stack.scheduled();
  expect(messages()).toHaveLength(22);
});

describe('after a request', () => {
  /** The calls to the database that a request has caused, with those after its response. */
  async function callsOf(send: () => Promise<{ status: number }>): Promise<[status: number, calls: number]> {
    shop.proxy.reset();
    const { status } = await send();
    // A call for the outbox would begin before the response.
    await setTimeout(300);
    return [status, shop.proxy.calls.length];
  }

  test('for a return, its email is sent without the job', async () => {
    const operator = await shop.person('operator');
    const { person, order } = await placed();
    const orderId = order._id;
    await operator.post('/api/order/update-tracking', {
      orderId,
      trackingId: 'AWB1',
      courierPartner: 'DTDC',
    });
    for (const status of ['Out for Delivery', 'Delivered'])
      expect((await operator.post('/api/order/move', { orderId, status })).status).toBe(200);
    const { status } = await person.post('/api/order/returns/request', {
      orderId,
      lines: [{ _id: serum, quantity: 1, reason: 'does_not_suit' }],
      method: 'pickup',
      payout: { kind: 'upi', upiId: 'asha@okhdfcbank' },
    });
    expect(status).toBe(200);
    const message = await shop.simulators.mailbox.waitFor(({ subject }) =>
      subject.includes('return request'),
    );
    expect(message.to).toEqual([order.shippingAddress.email]);
  });

  test('that is refused, what it has enqueued is sent, also by work that ends later', async () => {
    const operator = await shop.person('operator');
    const wrong = { email: operator.email, password: 'not the password' };
    await expect
      .poll(async () => {
        await shop.client().post('/api/user/login', wrong);
        return countRows(shop.db, 'outbox', sql`recipient = ${operator.email}`);
      })
      .toBe(1);
    await shop.simulators.mailbox.waitFor(({ to }) => to.includes(operator.email));
  });

  test('that enqueues nothing, the outbox is not read', async () => {
    const [operator, person] = [await shop.person('operator'), await shop.person()];
    const forgot = (email: string) => shop.client().post('/api/user/forgot', { email });
    const choose = () => operator.post('/api/desk/people/order-emails', { choice: 'none' });
    expect(await callsOf(() => person.get('/api/user/me'))).toEqual([200, 1]);
    expect(await callsOf(choose)).toEqual([200, 2]);
    // Its batch has the statement of an email, which the condition stops.
    expect(await callsOf(() => forgot('nobody@example.in'))).toEqual([200, 1]);
    expect((await callsOf(() => forgot(person.email)))[1]).toBeGreaterThan(1);
  });
});

describe('an operator who chooses emails about orders', () => {
  const choose = async (choice: string) => {
    const operator = await shop.person('operator');
    const { status } = await operator.post('/api/desk/people/order-emails', { choice });
    expect(status).toBe(200);
    return operator;
  };
  const to = (address: string, kind: string) =>
    countRows(shop.db, 'outbox', sql`recipient = ${address} AND cause LIKE ${`${kind}:%`}`);

  test('gets one for each order that is placed, or paid, and none while it waits for its payment', async () => {
    const [each, other] = [await choose('each'), await shop.person('operator')];
    const { order } = await placed();
    const message = await shop.simulators.mailbox.waitFor(({ subject }) => subject.startsWith('New order'));
    expect([message.to, message.subject]).toEqual([[each.email], `New order ${order.reference}: ₹1,198.00`]);
    const person = await shop.person();
    const orderId = await pendingOrder(person, 'stripe');
    expect(await to(each.email, 'new_order')).toBe(1);
    await verifyPayment(shop, person, 'stripe', orderId, await payAtProvider(shop, 'stripe', orderId));
    expect([await to(each.email, 'new_order'), await to(other.email, 'new_order')]).toEqual([2, 0]);
    await each.post('/api/desk/people/order-emails', { choice: 'none' });
    await placed();
    expect(await to(each.email, 'new_order')).toBe(2);
  });

  test('gets a summary at eight in India, once a day, also when runs overlap or the job is repeated', async () => {
    const operator = await choose('morning');
    const eight = endOfDay(Date.now()) + 8 * hour - Date.now();
    const summaries = () => to(operator.email, 'morning_summary');
    await later(eight - 2 * minute);
    expect(await summaries()).toBe(0);
    await setClock(shop, eight + minute);
    await Promise.all(times(3, () => shop.stack.scheduled()));
    expect(await summaries()).toBe(1);
    await shop.db.write.update(jobs).set({ finishedAt: 0 }).where(eq(jobs.name, 'morning'));
    await later(eight + hour);
    const late = await choose('morning');
    await later(eight + 2 * hour);
    expect([await summaries(), await to(late.email, 'morning_summary')]).toEqual([1, 0]);
    await later(eight + day);
    expect([await summaries(), await to(late.email, 'morning_summary')]).toEqual([2, 1]);
    const message = await shop.simulators.mailbox.waitFor(({ subject }) =>
      subject.startsWith('This morning'),
    );
    expect(message.text).toContain('Yesterday: ');
  });

  test('an unknown choice is refused', async () => {
    const operator = await shop.person('operator');
    for (const choice of ['all', undefined, 1])
      expect((await operator.post('/api/desk/people/order-emails', { choice })).status).toBe(422);
  });
});
