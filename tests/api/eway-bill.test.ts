/** Parcels above ₹50,000 leave with the number of their e-way bill (docs/desk.md, "Papers and shipping"). */
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { orderEvents } from '#db/schema/index.ts';
import type { Papers } from '#desk/print/print.api.ts';
import { attachTracking, detailOf } from '../support/desk.ts';
import { invoiceOf, stored } from '../support/documents.ts';
import { changeSeveral, move } from '../support/moves.ts';
import { placed, serum, toner } from '../support/orders.ts';
import { storedOrder } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();

/** An order whose total is raised to an amount, paise. */
async function worth(total: number) {
  const shopper = await shop.person();
  const { _id: orderId } = await placed(shopper, { [serum]: 2, [toner]: 1 });
  // The toner, of which there is one.
  await shop.db.write.batch([
    shop.db.write.run(
      sql`UPDATE order_lines SET price = price + ${total} - (SELECT total FROM orders WHERE id = ${orderId}) WHERE order_id = ${orderId} AND quantity = 1`,
    ),
    shop.db.write.run(
      sql`UPDATE orders SET subtotal = subtotal + ${total} - total, total = ${total} WHERE id = ${orderId}`,
    ),
  ]);
  return { shopper, orderId };
}
const billOf = async (orderId: string) => (await detailOf(operator, orderId)).ewayBill;
const setBill = async (orderId: string, ewayBill: string | null) => {
  const { seen } = await detailOf(operator, orderId);
  return operator.post(`/api/desk/orders/${orderId}/eway-bill`, { ewayBill, seen });
};

test('a parcel of ₹50,000 leaves without one; one of a paisa more is refused, alone and with others', async () => {
  const [small, large] = [await worth(50_000_00), await worth(50_000_01)];
  expect(await billOf(small.orderId)).toEqual({ needed: false, number: null, open: true });
  expect(await billOf(large.orderId)).toEqual({ needed: true, number: null, open: true });
  expect((await attachTracking(operator, small.orderId)).status).toBe(200);
  const before = await storedOrder(shop.db, large.orderId);
  expect(await attachTracking(operator, large.orderId)).toMatchObject({
    status: 409,
    body: { code: 'no_eway_bill', message: expect.stringMatching(/₹50,000\.01.*e-way bill/) },
  });
  const { seen } = await detailOf(operator, large.orderId);
  const { body } = await changeSeveral(operator, 'ship', {
    orders: [{ orderId: large.orderId, seen, trackingId: '100000001' }],
    courierPartner: 'Delhivery',
  });
  expect(body.results).toMatchObject([{ ok: false, message: expect.stringMatching(/e-way bill/) }]);
  expect(await storedOrder(shop.db, large.orderId)).toEqual(before);
  expect(await stored(shop, large.orderId)).toEqual([]);
});

test('its invoice is made when it is packed; with the number it leaves, and invoice and label name it', async () => {
  const { shopper, orderId } = await worth(60_000_00);
  expect((await move(operator, orderId, 'Packing')).status).toBe(200);
  const [issued] = await stored(shop, orderId);
  expect(issued).toMatchObject({ kind: 'invoice', data: { total: 60_000_00 } });
  expect((await attachTracking(operator, orderId)).body.code).toBe('no_eway_bill');

  expect((await setBill(orderId, '1810 1234 5678')).status).toBe(200);
  const printed = { ewayBill: '181012345678' };
  expect((await invoiceOf(shopper, orderId)).body.document).toMatchObject(printed);
  const papers = await operator.post<Papers>('/api/desk/orders/print/papers', {
    orderIds: [orderId],
    papers: ['labels'],
  });
  expect(papers.body.parcels).toMatchObject([printed]);
  const events = await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
  expect(events.at(-1)).toMatchObject({ reason: 'E-way bill 181012345678', shown: false });

  expect((await attachTracking(operator, orderId)).status).toBe(200);
  expect(await stored(shop, orderId)).toEqual([issued]);
  expect(await setBill(orderId, null)).toMatchObject({ status: 409, body: { code: 'not_open' } });
  expect((await invoiceOf(shopper, orderId)).body.document).toMatchObject(printed);
});

test('the number can be taken off before the parcel leaves, and a wrong one is refused', async () => {
  const { orderId } = await worth(60_000_00);
  expect((await setBill(orderId, '18101234567')).status).toBe(422);
  expect((await setBill(orderId, '181012345678')).status).toBe(200);
  expect((await setBill(orderId, null)).status).toBe(200);
  expect(await billOf(orderId)).toMatchObject({ number: null });
  expect((await attachTracking(operator, orderId)).body.code).toBe('no_eway_bill');
});
