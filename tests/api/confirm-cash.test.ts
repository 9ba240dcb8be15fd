/** Orders on delivery that their buyers are asked to confirm (docs/behaviour.md, "Confirming a cash order"). */
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { attempts, orders, outbox, products, users } from '#db/schema/index.ts';
import type { ListedOrder } from '#desk/orders/orders.api.ts';
import { formatDays } from '#domain/delivery/promise-text.ts';
import { unconfirmedMessage } from '#domain/orders/confirmation.ts';
import { confirmState } from '#domain/orders/open-confirmation.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import { phoneLink } from '#functions/guests/order-link.ts';
import { pick } from '#lib/pick.ts';
import { newEmail } from '../support/accounts.ts';
import { cancel } from '../support/cancellations.ts';
import { type Client, tally, times } from '../support/client.ts';
import { day, hour, setClock } from '../support/clock.ts';
import { detailOf } from '../support/desk.ts';
import { guestOrder, linkTo, newGuest, openLink, outcome } from '../support/guests.ts';
import { move, undo } from '../support/moves.ts';
import { orderOf, placed, placeOrder, serum } from '../support/orders.ts';
import { countRows, setPrice, setStatus, stockOf, storedOrder } from '../support/rows.ts';
import { linkKey } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test: plain } = shopTest({ simulators: true, flood: 10_000, writes: 10_000 });
/** `large`: an order on delivery that its guest is asked to confirm. */
const test = plain.extend('large', () => placeLarge());

/** Above `cashOnDelivery.confirmAbove` of tests/content/store.yaml, paise. */
const largePrice = 1_600_000;

beforeEach(async () => {
  shop.simulators.mailbox.clear();
  await shop.db.write.batch([
    shop.db.write.delete(attempts),
    // Of the tests before: the job would remind of them.
    shop.db.write.update(orders).set({ confirmReason: null }),
  ]);
  await shop.db.write
    .update(products)
    .set({ price: largePrice, originalPrice: largePrice })
    .where(eq(products.id, serum));
});

async function placeLarge() {
  const guest = await newGuest(shop);
  return { guest, ...(await guestOrder(guest)) };
}
/** With the session alone. */
const confirm = (client: Client, orderId: string) => client.post('/api/order/confirm', { orderId });
/** With a link that was sent to the buyer. */
const confirmByLink = (client: Client, orderId: string, link = linkTo(orderId)) =>
  client.post('/api/order/confirm', { orderId, link });
const listed = async (status: string): Promise<string[]> =>
  (await operator.get<{ rows: ListedOrder[] }>(`/api/desk/orders?status=${status}`)).body.rows.map(
    ({ id }) => id,
  );
const historyOf = async (orderId: string) =>
  (await detailOf(operator, orderId)).history.map(({ kind, status, by }) => `${by}: ${status ?? kind}`);
/** Moves the clock and runs the job. */
const jobAt = async (time: number) => {
  await setClock(shop, time);
  await shop.stack.scheduled();
};

describe('asking', () => {
  test('a large order on delivery waits for its buyer, with the reason and the day; a small one does not', async ({
    large: { guest, orderId },
  }) => {
    const [order] = (await guest.post('/api/order/userorders')).body.orders ?? [];
    const until = Date.parse(order?.date ?? '') + 2 * day;
    const tracked = { reference: order?.reference, contact: guest.email };
    const { confirmUntil } = (
      await shop.client().post<{ confirmUntil: string | null }>('/api/order/track', tracked)
    ).body;
    expect(confirmUntil).toBe(new Date(until).toISOString());
    expect(order).toMatchObject({
      status: 'Order Placed',
      confirmation: { reason: 'large', until: new Date(until).toISOString(), at: null },
    });
    await setPrice(shop.db, serum, 59_900);
    const small = await guestOrder(await newGuest(shop));
    expect(await storedOrder(shop.db, small.orderId)).toMatchObject({ confirmReason: null });
    expect(await listed('unconfirmed')).toEqual([orderId]);
    expect(await listed('unshipped')).toEqual(expect.arrayContaining([small.orderId]));
    expect(await listed('unshipped')).not.toContain(orderId);
    expect(await listed('Order%20Placed')).toEqual(expect.arrayContaining([orderId, small.orderId]));
  });

  test('an order after a parcel that came back waits, until another one is delivered', async () => {
    await setPrice(shop.db, serum, 59_900);
    const email = newEmail();
    const phone = '9812345678';
    // On another device the same person is another guest.
    const order = async (to: string): Promise<string> => {
      const guest = await newGuest(shop, { email: to });
      const { _id } = await placed(guest, { [serum]: 1 }, { email: to, phone });
      await shop.db.write
        .update(orders)
        .set({ createdAt: Date.now() - 1000 })
        .where(eq(orders.id, _id));
      return _id;
    };
    const reasonOf = async (orderId: string) => (await storedOrder(shop.db, orderId)).confirmReason;
    const first = await order(email);
    expect(await reasonOf(first)).toBeNull();
    await shop.db.write
      .update(orders)
      .set({ status: 'Returned', undelivered: true })
      .where(eq(orders.id, first));
    const second = await order(email);
    expect(await reasonOf(second)).toBe('came_back');
    expect(await reasonOf(await order(newEmail()))).toBe('came_back');
    await setStatus(shop.db, second, 'Delivered');
    await shop.db.write.update(orders).set({ createdAt: Date.now() }).where(eq(orders.id, second));
    expect(await reasonOf(await order(email))).toBeNull();
  });

  test('the email asks for it, and its link opens the order', async ({
    large: { guest, orderId, reference },
  }) => {
    await shop.stack.scheduled();
    const email = await shop.simulators.mailbox.waitFor(({ to }) => to.includes(guest.email));
    expect(email.subject).toBe(`${confirmState} ${reference}`);
    expect(email.text).toContain(`/order#${linkTo(orderId)}`);
    // A mailbox that opens the link confirms nothing.
    expect((await openLink(shop, linkTo(orderId))).status).toBe(200);
    expect(await listed('unconfirmed')).toEqual([orderId]);
  });
});

describe('confirming', () => {
  test('its buyer confirms it once, also twice at the same moment', async ({ large: { guest, orderId } }) => {
    const answers = await Promise.all(times(4, () => confirmByLink(guest, orderId)));
    expect(tally(answers)).toEqual({ 200: 4 });
    expect(await historyOf(orderId)).toEqual(['The shopper: Order Placed', 'The shopper: confirmation']);
    expect([await listed('unconfirmed'), (await listed('unshipped')).includes(orderId)]).toEqual([[], true]);
    expect((await detailOf(operator, orderId)).toConfirm).toBeNull();
  });

  test('the days of delivery count from confirming: the page names those of now, and the email about confirming has them', async ({
    large: { guest, orderId },
  }) => {
    const before = await storedOrder(shop.db, orderId);
    const days = (row: typeof before) => formatDays(row.promisedFrom ?? '', row.promisedTo ?? '');
    await shop.stack.scheduled();
    const emailWith = (subject: RegExp) =>
      shop.simulators.mailbox.waitFor(({ to, subject: is }) => to.includes(guest.email) && subject.test(is));
    const asked = await emailWith(/^One step left/);
    expect(asked.text).not.toContain(days(before));
    // At least two working days later, whatever day it is. The job, which would end the order by now, does not run.
    await setClock(shop, 4 * day);
    const read = async () => {
      const { body } = await guest.post<{ orders: ApiOrder[] }>('/api/order/userorders');
      return pick(body.orders[0] as ApiOrder, ['promisedFrom', 'promisedTo']);
    };
    const shown = await read();
    // The desk says the same.
    expect((await detailOf(operator, orderId)).order).toMatchObject(shown);
    await confirmByLink(guest, orderId);
    expect(await read()).toEqual(shown);
    const confirmed = await storedOrder(shop.db, orderId);
    expect(
      confirmed.promisedFrom && before.promisedFrom && confirmed.promisedFrom > before.promisedFrom,
    ).toBe(true);
    await shop.stack.scheduled();
    const sent = await emailWith(/is confirmed/);
    expect((sent.text ?? '').replace(/\s+/g, ' ')).toContain(days(confirmed));
  });

  test('the same order, sent again with its key, says whether it still waits', async () => {
    const guest = await newGuest(shop);
    const order = await orderOf(guest, { [serum]: 1 });
    const send = async () => (await placeOrder(guest, order, 'the-same-order')).body;
    const { message, order: sent } = await send();
    expect([message, (await send()).message]).toEqual([confirmState, confirmState]);
    await confirmByLink(guest, sent._id);
    expect((await send()).message).toBe('Order Placed Successfully!');
  });

  test('the link of the email confirms it on another device', async ({ large: { orderId } }) => {
    const { body } = await openLink(shop, linkTo(orderId));
    expect((await confirm(shop.client(body.token ?? ''), orderId)).status).toBe(200);
    expect(await listed('unconfirmed')).toEqual([]);
  });

  test('the link of the desk’s message confirms it, on any device and without a session', async ({
    large: { orderId },
  }) => {
    const answer = await confirmByLink(
      shop.client(),
      orderId,
      phoneLink(linkKey, { id: orderId, linkVersion: 0 }),
    );
    expect(answer.status, answer.body.message).toBe(200);
    expect(await historyOf(orderId)).toEqual(['The shopper: Order Placed', 'The shopper: confirmation']);
  });

  test('the session that placed it does not: it proves neither a mailbox nor a phone', async ({
    large: { guest, orderId },
  }) => {
    const answer = await confirm(guest, orderId);
    expect(outcome(answer)).toEqual([403, 'unproved']);
    expect(answer.body.message).toContain(guest.email);
    // Of another order, or forged.
    const other = await placeLarge();
    expect((await confirmByLink(guest, orderId, linkTo(other.orderId))).status).toBe(403);
    expect((await confirmByLink(guest, orderId, `${orderId}.${'x'.repeat(43)}`)).status).toBe(404);
    expect(await storedOrder(shop.db, orderId)).toMatchObject({ confirmedAt: null });
    // The email is opened on the phone that ordered.
    await openLink(shop, linkTo(orderId), guest);
    expect((await confirm(guest, orderId)).status).toBe(403);
    expect((await confirmByLink(guest, orderId, linkTo(orderId))).status).toBe(200);
  });

  test('an account confirms it once its address is confirmed', async ({ shopper }) => {
    const { orderId } = await guestOrder(shopper);
    const setVerified = (verifiedAt: number | null) =>
      shop.db.write.update(users).set({ verifiedAt }).where(eq(users.id, shopper.id));
    await setVerified(null);
    expect(outcome(await confirm(shopper, orderId))).toEqual([403, 'unproved']);
    await setVerified(Date.now());
    expect((await confirm(shopper, orderId)).status).toBe(200);
  });

  test('while it is packed nothing changes; after it was cancelled it says so', async () => {
    const packed = await placeLarge();
    expect((await move(operator, packed.orderId, 'Packing')).status).toBe(200);
    expect(await confirmByLink(packed.guest, packed.orderId)).toMatchObject({ status: 200 });
    expect(await storedOrder(shop.db, packed.orderId)).toMatchObject({
      status: 'Packing',
      confirmedAt: null,
    });
    const cancelled = await placeLarge();
    await cancel(cancelled.guest, cancelled.orderId);
    expect(outcome(await confirm(cancelled.guest, cancelled.orderId))).toEqual([409, 'ended']);
  });

  test('a move to Packing that is undone waits for the buyer again', async ({ large: { orderId } }) => {
    await move(operator, orderId, 'Packing');
    expect(await listed('unconfirmed')).toEqual([]);
    expect((await undo(operator, orderId)).status).toBe(200);
    expect(await listed('unconfirmed')).toEqual([orderId]);
  });

  test('an operator confirms it by phone', async ({ large: { guest, orderId } }) => {
    const { seen, toConfirm } = await detailOf(operator, orderId);
    expect(toConfirm).toMatchObject({ reason: 'large', text: expect.stringContaining('₹16,000.00') });
    const { body } = await operator.post(`/api/desk/orders/${orderId}/confirm`, { seen });
    expect(body).toMatchObject({ status: 'Order Placed', seen: seen + 1 });
    expect(await historyOf(orderId)).toContain('Priya Nair: confirmation');
    expect((await confirmByLink(guest, orderId)).status).toBe(200);
    expect(await historyOf(orderId)).toHaveLength(2);
  });
});

describe('an order that nobody confirms', () => {
  const remindersTo = (email: string) =>
    countRows(shop.db, 'outbox', sql`recipient = ${email} AND cause GLOB 'confirm_reminder:*'`);

  test('is reminded of once, after a day', async ({ large: { guest, orderId } }) => {
    await jobAt(day - hour);
    expect(await remindersTo(guest.email)).toBe(0);
    await jobAt(day + hour);
    await shop.stack.scheduled();
    expect(await remindersTo(guest.email)).toBe(1);
    const email = await shop.simulators.mailbox.waitFor(
      ({ to, subject }) => to.includes(guest.email) && subject.startsWith('Reminder'),
    );
    expect(email.text).toContain(`/order#${linkTo(orderId)}`);
    expect((await detailOf(operator, orderId)).toConfirm?.remindedAt).toEqual(expect.any(Number));
  });

  test('is cancelled after two days: its stock comes back, and the email says how to order again', async ({
    large: { guest, orderId },
  }) => {
    expect(await stockOf(shop.db, serum)).toBe(99);
    await jobAt(day + hour);
    await jobAt(2 * day - hour);
    expect((await storedOrder(shop.db, orderId)).status).toBe('Order Placed');
    await jobAt(2 * day + hour);
    await shop.stack.scheduled();
    expect((await storedOrder(shop.db, orderId)).status).toBe('Cancelled');
    expect(await stockOf(shop.db, serum)).toBe(100);
    expect((await detailOf(operator, orderId)).history.at(-1)).toMatchObject({
      by: 'The shop',
      status: 'Cancelled',
      reason: unconfirmedMessage,
    });
    const email = await shop.simulators.mailbox.waitFor(
      ({ to, subject }) => to.includes(guest.email) && subject.endsWith('is cancelled'),
    );
    expect(email.text).toContain('Order again');
    expect(outcome(await confirm(guest, orderId))).toEqual([409, 'ended']);
  });

  test('is reminded of before it is cancelled, also when the job did not run for days', async ({
    large: { guest, orderId },
  }) => {
    await jobAt(5 * day);
    expect([(await storedOrder(shop.db, orderId)).status, await remindersTo(guest.email)]).toEqual([
      'Order Placed',
      1,
    ]);
    await jobAt(5 * day + 13 * hour);
    expect((await storedOrder(shop.db, orderId)).status).toBe('Cancelled');
  });

  test('stays when it was confirmed or packed, and has no reminder then', async () => {
    const [confirmed, packed] = [await placeLarge(), await placeLarge()];
    await confirmByLink(confirmed.guest, confirmed.orderId);
    await move(operator, packed.orderId, 'Packing');
    await jobAt(day + hour);
    await jobAt(3 * day);
    for (const { guest, orderId } of [confirmed, packed]) {
      expect((await storedOrder(shop.db, orderId)).status).not.toBe('Cancelled');
      expect(await remindersTo(guest.email)).toBe(0);
    }
  });

  test('has no reminder when it was confirmed before the email was sent', async ({
    large: { guest, orderId },
  }) => {
    const trouble = shop.simulators.mailbox.api.inject({ fault: { status: 500 }, times: 100 });
    await jobAt(day + hour);
    expect(await remindersTo(guest.email)).toBe(1);
    await confirmByLink(guest, orderId);
    shop.simulators.mailbox.api.clearFaults();
    trouble.release();
    await jobAt(day + 2 * hour);
    const [row] = await shop.db.read
      .select()
      .from(outbox)
      .where(and(eq(outbox.recipient, guest.email), eq(outbox.cause, `confirm_reminder:${orderId}`)));
    expect(row).toMatchObject({ status: 'given_up', error: 'nothing to say' });
    expect(shop.simulators.mailbox.messages.filter(({ subject }) => subject.startsWith('Shall we'))).toEqual(
      [],
    );
  });
});
