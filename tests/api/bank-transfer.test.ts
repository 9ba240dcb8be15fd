/** Orders that are paid by bank transfer (docs/behaviour.md, "Bank transfer"): what comes, comes late, or is another amount. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { bankTransfers, refunds } from '#db/schema/index.ts';
import { readStore } from '#tools/lib/content.ts';
import { password } from '../support/accounts.ts';
import { cancel } from '../support/cancellations.ts';
import type { Client } from '../support/client.ts';
import { day, setClock } from '../support/clock.ts';
import { cashTransfer, confirmRefund, detailOf } from '../support/desk.ts';
import { newGuest } from '../support/guests.ts';
import { orderOf, serum, toner } from '../support/orders.ts';
import { recordOf } from '../support/payments.ts';
import { differencesOf, makeBalanced } from '../support/reconciliation.ts';
import { readOrder, upi } from '../support/returns.ts';
import { setStock, stockOf, storedOrder } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const account = {
  holder: 'Harita',
  bank: 'State Bank',
  account: '12345678901',
  ifsc: 'SBIN0001234',
  upi: 'harita@sbi',
};
const {
  shop,
  operator,
  test: plain,
} = shopTest({ simulators: true, store: { 'bankTransfer.offered': true, ...account } });
/** `id`: of an order of two serums that waits for its transfer. */
const test = plain.extend('id', ({ shopper }) => waiting(shopper));
const { days } = readStore().bankTransfer;
beforeEach(async () => {
  await shop.db.write.run(sql`DELETE FROM orders`);
  await makeBalanced(shop.db);
});

/** Two serums, paise. */
const total = 119_800;
let utrs = 0;

async function waiting(
  shopper: Client,
  quantities: Record<string, number> = { [serum]: 2 },
): Promise<string> {
  const { status, body } = await shopper.post('/api/order/transfer', await orderOf(shopper, quantities));
  expect([status, body.order?.status]).toEqual([200, 'Payment Pending']);
  return body.order._id;
}
/** An operator records that an amount has come, paise. */
async function comes(id: string, amount: number, more: object = {}) {
  const { seen } = await detailOf(operator, id);
  utrs += 1;
  const json = { amount, utr: `UTR${utrs}`, password, seen, ...more };
  return operator.post(`/api/desk/orders/${id}/transfer`, json);
}
const due = (id: string) =>
  shop.db.read
    .select({ amount: refunds.amount, reason: refunds.reason, paymentId: refunds.paymentId })
    .from(refunds)
    .where(eq(refunds.orderId, id));
const isSound = async () => expect(await differencesOf(operator, 'stock', 'orders')).toEqual([]);
const runJob = async () => {
  await shop.stack.scheduled();
  await shop.simulators.settled();
};

describe('an order', () => {
  test('holds its pieces and says where the money goes, on the page and by email', async ({
    shopper,
    id,
  }) => {
    expect(await stockOf(shop.db, serum)).toBe(98);
    const { reference, createdAt } = await storedOrder(shop.db, id);
    const until = new Date(createdAt + days * day).toISOString();
    expect(await readOrder(shopper, id)).toMatchObject({ transfer: { ...account, left: 1198, until } });
    await shop.simulators.settled();
    const mail = shop.simulators.mailbox.messages.findLast(({ to }) => to.includes(shopper.email));
    for (const text of [account.account, account.ifsc, account.upi, reference, '₹1,198.00'])
      expect(mail?.text).toContain(text);
    await isSound();
  });

  test('is placed when all of it has come, in parts too, and its days count from then', async ({
    shopper,
    id,
  }) => {
    const promised = (await storedOrder(shop.db, id)).promisedFrom;
    await setClock(shop, (days - 1) * day);
    expect((await comes(id, 50_000)).body).toMatchObject({ outcome: 'part' });
    expect(await readOrder(shopper, id)).toMatchObject({
      status: 'Payment Pending',
      transfer: { left: 698 },
    });
    await isSound();
    expect((await comes(id, total - 50_000)).body).toMatchObject({ outcome: 'paid' });
    await shop.simulators.settled();
    const record = await recordOf(shop, id);
    expect(record).toMatchObject({ status: 'Order Placed', paid: true, refunds: [], flags: [] });
    expect(record.emails).toEqual(['order_transfer', 'order_paid']);
    expect(Number(promised?.replaceAll('-', ''))).toBeLessThan(
      Number((await storedOrder(shop.db, id)).promisedFrom?.replaceAll('-', '')),
    );
    expect(await stockOf(shop.db, serum)).toBe(98);
    await isSound();
  });

  test('gives back what was too much, by hand, to the account that the shopper names', async ({
    shopper,
    id,
  }) => {
    expect((await comes(id, total + 200)).body).toMatchObject({ outcome: 'paid' });
    expect(await due(id)).toEqual([{ amount: 200, reason: 'mismatch', paymentId: null }]);
    expect(await readOrder(shopper, id)).toMatchObject({
      refunds: [{ amount: 2, needsAccount: true, byHand: true }],
    });
    const payout = { orderId: id, payout: upi };
    expect((await shopper.post('/api/order/returns/payout', payout)).status).toBe(200);
    const [refund] = await shop.db.read.select().from(refunds).where(eq(refunds.orderId, id));
    expect((await confirmRefund(shop, operator, refund?.id ?? '', undefined, cashTransfer)).status).toBe(200);
    await isSound();
  });

  test('that is cancelled when it is paid gives all of it back by hand', async ({ shopper, id }) => {
    await comes(id, total);
    const cancelled = await shopper.post('/api/order/cancel', { orderId: id, payout: upi });
    expect(cancelled.status).toBe(200);
    expect(await due(id)).toEqual([{ amount: total, reason: 'cancelled', paymentId: null }]);
    await isSound();
  });

  test('is not replaced by a newer one, and no provider is asked about it', async ({
    shopper,
    id: first,
  }) => {
    expect(await waiting(shopper, { [toner]: 1 })).not.toBe(first);
    expect((await storedOrder(shop.db, first)).status).toBe('Payment Pending');
    const paying = await shopper.post('/api/order/pay', { orderId: first });
    expect([paying.status, paying.body.code]).toEqual([409, 'not_pending']);
    await runJob();
    expect((await storedOrder(shop.db, first)).status).toBe('Payment Pending');
  });
});

describe('an order that was not paid in time', () => {
  const end = async () => {
    await setClock(shop, days * day + 60_000);
    await runJob();
  };

  test('is ended by the job with an email, and gives its pieces back', async ({ id }) => {
    await end();
    expect(await recordOf(shop, id)).toMatchObject({
      status: 'Cancelled',
      refunds: [],
      emails: ['order_transfer', 'order_cancelled'],
    });
    expect(await stockOf(shop.db, serum)).toBe(100);
    await isSound();
  });

  test.for(['by the job', 'by its shopper'])(
    'and had been paid in part, gives that back: ended %s',
    async (how, { shopper, id }) => {
      await comes(id, 50_000);
      if (how === 'by the job') {
        await end();
        // The parts of a job run at once: what one enqueues, the next job sends.
        await runJob();
        const { reference } = await storedOrder(shop.db, id);
        const { text } = await shop.simulators.mailbox.waitFor(
          ({ subject }) => subject.includes(reference) && subject.includes('cancelled'),
        );
        expect(text).toContain('We will refund your payment by UPI or bank transfer');
        expect(text).not.toContain('nothing to refund');
      } else expect((await cancel(shopper, id)).status).toBe(200);
      expect(await due(id)).toEqual([{ amount: 50_000, reason: 'late_payment', paymentId: null }]);
      expect(await readOrder(shopper, id)).toMatchObject({ refunds: [{ needsAccount: true }] });
      await isSound();
    },
  );

  test('is paid too late: the money goes back', async ({ id }) => {
    await end();
    expect((await comes(id, total)).body).toMatchObject({ outcome: 'back' });
    expect(await due(id)).toEqual([{ amount: total, reason: 'late_payment', paymentId: null }]);
    expect(await storedOrder(shop.db, id)).toMatchObject({ status: 'Cancelled', paid: false });
    await isSound();
  });
});

test('an order that waited without its pieces is cancelled when they are gone, and waits to be sent back by hand', async ({
  id,
}) => {
  await shop.db.write.run(sql`UPDATE orders SET reserved = 0 WHERE id = ${id}`);
  await setStock(shop.db, serum, 1);
  expect((await comes(id, total)).body).toMatchObject({ outcome: 'sold_out' });
  expect(await storedOrder(shop.db, id)).toMatchObject({ status: 'Cancelled', paid: true });
  await runJob();
  expect((await recordOf(shop, id)).refunds).toMatchObject([
    { amount: total, status: 'due', confirmedBy: null },
  ]);
});

describe('of somebody who has proved nothing', () => {
  const strangerWaits = async () => {
    const guest = await newGuest(shop);
    const { status, body } = await guest.post('/api/order/transfer', await orderOf(guest, { [serum]: 10 }));
    expect([status, body.code]).toEqual([200, undefined]);
    return body.order._id;
  };
  const buysTheRest = async (shopper: Client) => {
    const order = await orderOf(shopper, { [serum]: 5 });
    await setStock(shop.db, serum, 4);
    return shopper.post('/api/order/stripe', order);
  };

  test('it gives way to who pays at once, and says why', async ({ shopper }) => {
    const id = await strangerWaits();
    expect((await buysTheRest(shopper)).status).toBe(200);
    expect(await recordOf(shop, id)).toMatchObject({ status: 'Cancelled', refunds: [] });
    const { reference } = await storedOrder(shop.db, id);
    const { text } = await shop.simulators.mailbox.waitFor(
      ({ subject }) => subject.includes('cancelled') && subject.includes(reference),
    );
    expect(text?.replace(/\s+/g, ' ')).toContain('before your bank transfer arrived');
    await comes(id, 10_000);
    expect(await due(id)).toMatchObject([{ reason: 'late_payment' }]);
  });

  test('it stays once a part of the money has come', async ({ shopper }) => {
    const id = await strangerWaits();
    await comes(id, 10_000);
    expect((await buysTheRest(shopper)).body.code).toBe('out_of_stock');
    expect((await storedOrder(shop.db, id)).status).toBe('Payment Pending');
  });
});

describe('nothing is recorded', () => {
  const stored = () => shop.db.read.select().from(bankTransfers);

  test('twice', async ({ id }) => {
    expect((await comes(id, 50_000, { utr: 'N1' })).status).toBe(200);
    const again = await comes(id, 50_000, { utr: 'N1' });
    expect([again.status, again.body.code]).toEqual([409, 'recorded']);
    expect(await stored()).toHaveLength(1);
  });

  test.for([
    ['with a wrong password', { password: 'wrong password' }],
    ['without a UTR', { utr: ' ' }],
    ['of less than nothing', { amount: -500 }],
  ] as const)('%s', async ([, more], { id }) => {
    expect((await comes(id, 50_000, more)).status).toBe(422);
    expect(await stored()).toEqual([]);
    expect((await storedOrder(shop.db, id)).status).toBe('Payment Pending');
  });

  test('of an order that is paid in another way', async ({ order: { _id } }) => {
    const answer = await comes(_id, 59_900);
    expect([answer.status, answer.body.code]).toEqual([409, 'not_by_transfer']);
    expect(await stored()).toEqual([]);
  });
});

test('reconciliation sees a transfer that is missing', async ({ id }) => {
  await comes(id, total);
  await shop.db.write.run(sql`DELETE FROM bank_transfers WHERE order_id = ${id}`);
  expect(await differencesOf(operator, 'orders')).toMatchObject([{ rule: 'transfer_differs' }]);
});
