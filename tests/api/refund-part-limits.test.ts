/**
 * Limits of refunds of parts of an order (docs/behaviour.md, "Refunds of a part"): many at once give back nothing twice, and
 * what is refused writes nothing.
 */
import { describe, expect } from 'vitest';
import { times } from '../support/client.ts';
import { serum, toner } from '../support/orders.ts';
import { back, kept, refundingOf } from '../support/refund-parts.ts';
import { snapshot, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test: plain } = shopTest({ simulators: true });
const test = plain.extend('refunding', ({ shopper }) => refundingOf(shop, shopper, operator));
type Refunding = ReturnType<typeof refundingOf>;

describe('at once', () => {
  test('ten that try again until nothing is left for them give back no more than was paid', async ({
    refunding: { seenOf, ask, shipped, stored, expectSums },
  }) => {
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

  test('refunding a part and returning the whole: nothing is given back twice', async ({
    refunding: { seenOf, ask, takeBack, shipped, expectSums, expectAllGivenBack },
  }) => {
    const { orderId } = await shipped('stripe');
    const seen = await seenOf(orderId);
    const answers = await Promise.all([
      ...times(5, () => ask(orderId, { seen, lines: [back(0, 2, true)] })),
      ...times(5, () => takeBack(orderId)),
    ]);
    expect(new Set([200, 409, ...answers.map(({ status }) => status)])).toEqual(new Set([200, 409]));
    await expectSums(orderId);
    await expectAllGivenBack(orderId);
    expect([await stockOf(shop.db, serum), await stockOf(shop.db, toner)]).toEqual([100, 100]);
  });
});

describe('refused, with nothing written', () => {
  async function expectRefused({ giveBack }: Refunding, orderId: string, part: object, expected: unknown[]) {
    const rows = await snapshot(shop.db, ['outbox']);
    const { status, body } = await giveBack(orderId, part);
    expect([status, body.code, body.message]).toEqual(expected);
    expect(await snapshot(shop.db, ['outbox'])).toEqual(rows);
    return body;
  }

  test('more than is left', async ({ refunding }) => {
    const { orderId } = await refunding.shipped('stripe', { [serum]: 1 });
    const refused = (part: object, code: string, message: string) =>
      expectRefused(refunding, orderId, part, [409, code, message]);
    expect(
      await refused({ lines: [kept(0, 2)] }, 'too_many', 'At most 1 of Glow Serum can still be refunded.'),
    ).toMatchObject({ left: 1 });
    await refused({ lines: [kept(1, 1)] }, 'too_many', 'Nothing of this product is left to refund.');
    await refunding.giveBack(orderId, { amount: 50_000 });
    const most = 'At most ₹99.00 can still be refunded: refunds and credit notes never exceed the invoice.';
    expect(await refused({ amount: 9_901 }, 'too_much', most)).toMatchObject({ left: 9_900 });
    // Delivery was free.
    await refused({ delivery: true }, 'nothing', 'There is nothing left of this to refund.');
    // The last unit is worth what is left of it.
    expect((await refunding.giveBack(orderId, { lines: [back(0, 1, true)] })).body.amount).toBe(9_900);
    await refunding.expectSums(orderId);
    await refunding.expectAllGivenBack(orderId);
  });

  test('before the parcel is handed over, and of an order without a payment', async ({ refunding, paid }) => {
    await expectRefused(refunding, paid.orderId, { amount: 100 }, [
      409,
      'not_open',
      'This order is Order Placed: it has not left yet. Until it is handed over, cancel a part of it, or all of it.',
    ]);
    await expectRefused(refunding, await refunding.withCourier({ [serum]: 1 }), { amount: 100 }, [
      409,
      'not_paid',
      'Nothing was paid for this order yet, so nothing can be refunded.',
    ]);
  });
});
