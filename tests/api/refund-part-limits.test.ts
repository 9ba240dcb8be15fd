/**
 * Limits of refunds of parts of an order (docs/behaviour.md, "Refunds of a part"): many at once give back nothing twice, and
 * what is refused writes nothing.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { tally, times } from '../support/client.ts';
import { useOperatorWithPassword } from '../support/desk.ts';
import { serum, toner } from '../support/orders.ts';
import { paidOrder, resetBeforeEach } from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { back, kept, refundingOf } from '../support/refund-parts.ts';
import { snapshot, stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);
const operator = useOperatorWithPassword(shop);
resetBeforeEach(shop);

const { seenOf, ask, giveBack, takeBack, shipped, withCourier, stored, expectSums, expectAllGivenBack } =
  refundingOf(shop, person, operator);

describe('at once', () => {
  test('ten refunds of what was seen at the same time: one is made', async () => {
    const { orderId } = await shipped('razorpay');
    const seen = await seenOf(orderId);
    const answers = await Promise.all(times(10, () => ask(orderId, { seen, lines: [back(0, 1, true)] })));
    expect(tally(answers)).toEqual({ 200: 1, 409: 9 });
    const refused = answers.filter(({ status }) => status === 409);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['changed']));
    const { refunds: all, notes, given } = await stored(orderId);
    expect([all.length, notes.length, given.length, await stockOf(shop.db, serum)]).toEqual([1, 1, 1, 98]);
    await expectSums(orderId);
  });

  test('ten that try again until nothing is left for them give back no more than was paid', async () => {
    const { orderId } = await shipped('stripe', { [serum]: 1 });
    const seen = await seenOf(orderId);
    const last = await Promise.all(
      times(10, async (): Promise<string | number> => {
        for (let known = seen; ; ) {
          const { status, body } = await ask(orderId, { seen: known, amount: 10_000 });
          if (status === 200 || body.code !== 'changed') return body.code ?? status;
          known = body.seen;
        }
      }),
    );
    expect(last.filter((one) => one === 200)).toHaveLength(5);
    expect(last.filter((one) => one === 'too_much')).toHaveLength(5);
    const { refunds: all } = await stored(orderId);
    expect(all.map(({ amount }) => amount)).toEqual(times(5, () => 10_000));
    await expectSums(orderId);
  });

  test('refunding a part and returning the whole: nothing is given back twice', async () => {
    const { orderId } = await shipped('stripe');
    const seen = await seenOf(orderId);
    const answers = await Promise.all([
      ...times(5, () => ask(orderId, { seen, lines: [back(0, 2, true)] })),
      ...times(5, () => takeBack(orderId, true)),
    ]);
    expect(new Set([200, 409, ...answers.map(({ status }) => status)])).toEqual(new Set([200, 409]));
    await expectSums(orderId);
    await expectAllGivenBack(orderId);
    expect([await stockOf(shop.db, serum), await stockOf(shop.db, toner)]).toEqual([100, 100]);
  });
});

describe('refused, with nothing written', () => {
  async function expectRefused(orderId: string, part: object, expected: unknown[]) {
    const rows = await snapshot(shop.db, ['outbox']);
    const { status, body } = await giveBack(orderId, part);
    expect([status, body.code, body.message]).toEqual(expected);
    expect(await snapshot(shop.db, ['outbox'])).toEqual(rows);
    return body;
  }

  test('the same refund twice', async () => {
    const { orderId } = await shipped('stripe');
    const twice = { seen: await seenOf(orderId), lines: [kept(0, 1)] };
    expect((await ask(orderId, twice)).status).toBe(200);
    await expectRefused(orderId, twice, [
      409,
      'changed',
      'This order has changed since you opened it. Nothing was done.',
    ]);
  });

  test('more than is left', async () => {
    const { orderId } = await shipped('stripe', { [serum]: 1 });
    expect(
      await expectRefused(orderId, { lines: [kept(0, 2)] }, [
        409,
        'too_many',
        'At most 1 of Glow Serum can still be refunded.',
      ]),
    ).toMatchObject({ left: 1 });
    await expectRefused(orderId, { lines: [kept(1, 1)] }, [
      409,
      'too_many',
      'Nothing of this product is left to refund.',
    ]);
    await giveBack(orderId, { amount: 50_000 });
    expect(
      await expectRefused(orderId, { amount: 9_901 }, [
        409,
        'too_much',
        'At most ₹99.00 can still be refunded: refunds and credit notes never exceed the invoice.',
      ]),
    ).toMatchObject({ left: 9_900 });
    // Delivery was free.
    await expectRefused(orderId, { delivery: true }, [
      409,
      'nothing',
      'There is nothing left of this to refund.',
    ]);
    // The last unit is worth what is left of it.
    expect((await giveBack(orderId, { lines: [back(0, 1, true)] })).body.amount).toBe(9_900);
    await expectSums(orderId);
    await expectAllGivenBack(orderId);
  });

  test('before the parcel is handed over, of an order without a payment, and of no order', async () => {
    const { orderId } = await paidOrder(shop, person, 'stripe');
    await expectRefused(orderId, { amount: 100 }, [
      409,
      'not_open',
      'This order is Order Placed: it has not left yet. Until it is handed over, cancel a part of it, or all of it.',
    ]);
    await expectRefused(await withCourier({ [serum]: 1 }), { amount: 100 }, [
      409,
      'not_paid',
      'Nothing was paid for this order yet, so nothing can be refunded.',
    ]);
    expect((await ask(randomUUID(), { seen: 1, amount: 100 })).status).toBe(404);
  });
});
