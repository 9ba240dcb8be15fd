/**
 * Emails (docs/behaviour.md, "Emails"): each is stored with its cause and sent afterwards, once, even if the mail
 * service fails; under `npm start` it goes to the mailbox of the simulators.
 */
import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { jobs, outbox } from '#db/schema/index.ts';
import { endOfDay } from '#lib/dates.ts';
import { tally, times } from '../support/client.ts';
import { day, hour, minute, runJobAt, setClock } from '../support/clock.ts';
import { placed, serum } from '../support/orders.ts';
import { paidOrder, pendingOrder } from '../support/payments.ts';
import { countRows } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ proxy: true, simulators: true });
const ticket = { email: 'asha@example.in', subject: 'Where is it?', message: 'Hello', issueType: 'order' };
const mailbox = () => shop.simulators.mailbox;

beforeEach(() => mailbox().clear());

const messages = () => mailbox().messages;
const rows = () => shop.db.read.select().from(outbox);
const statuses = async () => (await rows()).map(({ status }) => status);
/** Places orders by as many people. */
const place = (count = 1) => Promise.all(times(count, async () => placed(await shop.person())));
/** Waits until so many emails could not be sent. */
const failed = (count = 1) =>
  expect.poll(async () => (await rows()).filter(({ error }) => error).length).toBe(count);

test('an order’s email is sent at once, to the address of the order, with its items', async ({ order }) => {
  const message = await mailbox().waitFor(({ subject }) => subject.includes(order.reference));
  expect(message.to).toEqual([order.shippingAddress.email]);
  for (const part of [message.text, message.html]) {
    expect(part).toContain(order.reference);
    expect(part).toContain('₹1,297.00');
  }
  await expect.poll(statuses).toEqual(['sent']);
  expect((await rows())[0]?.content).toBeNull();
  await shop.stack.scheduled();
  expect(messages()).toHaveLength(1);
});

test('a failing mail service: the email is retried with growing pauses, and arrives once', async () => {
  mailbox().api.inject({ fault: { status: 500 }, times: 2 });
  await place();
  await failed();
  expect(messages()).toEqual([]);
  const [first] = await rows();
  expect((first?.nextTryAt ?? 0) - (first?.createdAt ?? 0)).toBeGreaterThanOrEqual(minute);
  for (const [minutes, attempts, status] of [
    [0, 1, 'waiting'],
    [2, 2, 'waiting'],
    [2.5, 2, 'waiting'],
    [5, 3, 'sent'],
  ] as const) {
    await runJobAt(shop, minutes * minute);
    expect(await rows()).toMatchObject([{ attempts, status }]);
  }
  expect(messages()).toHaveLength(1);
});

test('a lost response does not cause a second email', async () => {
  mailbox().api.inject({ fault: 'drop-after' });
  await place();
  await failed();
  await runJobAt(shop, 5 * minute);
  expect([await statuses(), messages().length]).toEqual([['sent'], 1]);
});

test('a refused email is given up, and an operator gets one flag', async () => {
  mailbox().api.inject({ fault: { status: 422 } });
  await place();
  await expect.poll(statuses).toContain('given_up');
  await shop.stack.scheduled();
  const notice = await mailbox().waitFor(({ to }) => to.includes(operator.email));
  expect(notice.subject).toContain('An email cannot be sent');
  await shop.stack.scheduled();
  expect(messages()).toHaveLength(1);
  expect(await countRows(shop.db, 'flags', sql`kind = 'mail_failing'`)).toBe(1);
});

test('several jobs at once send each email once', async () => {
  mailbox().api.inject({ fault: { status: 503 }, times: 3 });
  await place(3);
  await failed(3);
  await setClock(shop, 5 * minute);
  await Promise.all(times(4, () => shop.stack.scheduled()));
  expect([await statuses(), messages().length]).toEqual([['sent', 'sent', 'sent'], 3]);
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
  const trouble = mailbox().api.inject({ fault: 'hang', times: Number.POSITIVE_INFINITY });
  expect(await place()).toMatchObject([{ status: 'Order Placed' }]);
  await trouble.arrived;
  trouble.release();
  await runJobAt(shop, hour);
  await expect.poll(() => messages().length).toBe(1);
});

test('a link is not sent after the emails of many moves, which were due before it', async ({
  shopper,
  order,
}) => {
  await expect.poll(statuses).toEqual(['sent']);
  const due = { recipient: shopper.email, attempts: 0, createdAt: 1, status: 'waiting' as const };
  const start = Date.now() - 60_000;
  const delivered = { kind: 'order_delivered' as const, orderId: order._id };
  const moved = times(20, (n) => ({
    ...due,
    id: `moved-${n}`,
    cause: `order_delivered:${n}`,
    nextTryAt: start + n,
    content: delivered,
  }));
  const reset = { kind: 'password_reset' as const, token: 'x', minutes: 30 };
  const link = { ...due, id: 'link', cause: 'reset', nextTryAt: start + 100, content: reset };
  await shop.db.write.insert(outbox).values([...moved, link]);
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

  test('for a return, its email is sent without the job', async ({ shopper, delivered }) => {
    const { status } = await shopper.post('/api/order/returns/request', {
      orderId: delivered._id,
      lines: [{ _id: serum, quantity: 1, reason: 'does_not_suit' }],
      method: 'pickup',
      payout: { kind: 'upi', upiId: 'asha@okhdfcbank' },
    });
    expect(status).toBe(200);
    const message = await mailbox().waitFor(({ subject }) => subject.includes('return request'));
    expect(message.to).toEqual([delivered.shippingAddress.email]);
  });

  test('that is refused, what it has enqueued is sent, also by work that ends later', async () => {
    const wrong = { email: operator.email, password: 'not the password' };
    await expect
      .poll(async () => {
        await shop.client().post('/api/user/login', wrong);
        return countRows(shop.db, 'outbox', sql`recipient = ${operator.email}`);
      })
      .toBe(1);
    await mailbox().waitFor(({ to }) => to.includes(operator.email));
  });

  test('that enqueues nothing, the outbox is not read', async ({ shopper }) => {
    const forgot = (email: string) => shop.client().post('/api/user/forgot', { email });
    const choose = () => operator.post('/api/desk/people/order-emails', { choice: 'none' });
    expect(await callsOf(() => shopper.get('/api/user/me'))).toEqual([200, 1]);
    expect(await callsOf(choose)).toEqual([200, 2]);
    // Its batch has the statement of an email, which the condition stops.
    expect(await callsOf(() => forgot('nobody@example.in'))).toEqual([200, 1]);
    expect((await callsOf(() => forgot(shopper.email)))[1]).toBeGreaterThan(1);
  });
});

describe('an operator who chooses emails about orders', () => {
  const choose = async (choice: string) => {
    const chooser = await shop.person('operator');
    expect((await chooser.post('/api/desk/people/order-emails', { choice })).status).toBe(200);
    return chooser;
  };
  const to = (address: string, kind: string) =>
    countRows(shop.db, 'outbox', sql`recipient = ${address} AND cause LIKE ${`${kind}:%`}`);

  test('gets one for each order that is placed, or paid, and none while it waits for its payment', async ({
    shopper,
  }) => {
    const each = await choose('each');
    const [order] = await place();
    const message = await mailbox().waitFor(({ subject }) => subject.startsWith('New order'));
    expect([message.to, message.subject]).toEqual([[each.email], `New order ${order?.reference}: ₹1,297.00`]);
    await pendingOrder(shopper, 'stripe');
    expect(await to(each.email, 'new_order')).toBe(1);
    await paidOrder(shop, shopper, 'stripe');
    expect([await to(each.email, 'new_order'), await to(operator.email, 'new_order')]).toEqual([2, 0]);
    await each.post('/api/desk/people/order-emails', { choice: 'none' });
    await place();
    expect(await to(each.email, 'new_order')).toBe(2);
  });

  test('gets a summary at eight in India, once a day, also when runs overlap or the job is repeated', async () => {
    const [early, eight] = [await choose('morning'), endOfDay(Date.now()) + 8 * hour - Date.now()];
    const summaries = () => to(early.email, 'morning_summary');
    await runJobAt(shop, eight - 2 * minute);
    expect(await summaries()).toBe(0);
    await setClock(shop, eight + minute);
    await Promise.all(times(3, () => shop.stack.scheduled()));
    expect(await summaries()).toBe(1);
    await shop.db.write.update(jobs).set({ finishedAt: 0 }).where(eq(jobs.name, 'morning'));
    await runJobAt(shop, eight + hour);
    const late = await choose('morning');
    await runJobAt(shop, eight + 2 * hour);
    expect([await summaries(), await to(late.email, 'morning_summary')]).toEqual([1, 0]);
    await runJobAt(shop, eight + day);
    expect([await summaries(), await to(late.email, 'morning_summary')]).toEqual([2, 1]);
    const message = await mailbox().waitFor(({ subject }) => subject.startsWith('This morning'));
    expect(message.text).toContain('Yesterday: ');
  });

  test('an unknown choice is refused', async () => {
    for (const choice of ['all', undefined, 1])
      expect((await operator.post('/api/desk/people/order-emails', { choice })).status).toBe(422);
  });
});
