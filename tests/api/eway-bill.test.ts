/** Parcels above ₹50,000 leave with the number of their e-way bill (docs/desk.md, "Papers and shipping"). */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { orderEvents, orders } from '#db/schema/index.ts';
import type { NumberedInvoice } from '#domain/documents/invoice.ts';
import { invoiceOf, placed, ship, stored } from '../support/documents.ts';
import { refillStock } from '../support/orders.ts';
import { useOperator } from '../support/people.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ flood: 10_000, writes: 10_000, vars: { ORDERS_PER_HOUR: '10000' } });
const operator = useOperator(shop);

beforeEach(() => refillStock(shop.db));

/** An order whose total is raised to an amount, paise. */
async function worth(total: number) {
  const person = await shop.person();
  const orderId = await placed(person);
  // The toner, of which there is one.
  await shop.db.write.batch([
    shop.db.write.run(
      sql`UPDATE order_lines SET price = price + ${total} - (SELECT total FROM orders WHERE id = ${orderId}) WHERE order_id = ${orderId} AND quantity = 1`,
    ),
    shop.db.write.run(
      sql`UPDATE orders SET subtotal = subtotal + ${total} - total, total = ${total} WHERE id = ${orderId}`,
    ),
  ]);
  return { person, orderId };
}
const detailOf = async (orderId: string) =>
  (await operator.get<{ ewayBill: object; seen: number }>(`/api/desk/orders/${orderId}`)).body;
const setBill = async (orderId: string, ewayBill: string | null) =>
  operator.post(`/api/desk/orders/${orderId}/eway-bill`, { ewayBill, seen: (await detailOf(orderId)).seen });
const rowOf = async (orderId: string) => {
  const [row] = await shop.db.read.select().from(orders).where(eq(orders.id, orderId));
  return row;
};
const pack = (orderId: string) => operator.post('/api/order/move', { orderId, status: 'Packing' });

test('a parcel of ₹50,000 leaves without one; one of a paisa more is refused, alone and with others', async () => {
  const [small, large] = [await worth(50_000_00), await worth(50_000_01)];
  expect((await detailOf(small.orderId)).ewayBill).toEqual({ needed: false, number: null, open: true });
  expect((await detailOf(large.orderId)).ewayBill).toEqual({ needed: true, number: null, open: true });
  expect((await ship(operator, small.orderId)).status).toBe(200);
  const before = await rowOf(large.orderId);
  expect(await ship(operator, large.orderId)).toMatchObject({
    status: 409,
    body: { code: 'no_eway_bill', message: expect.stringMatching(/₹50,000\.01.*e-way bill/) },
  });
  const one = { orderId: large.orderId, seen: (await detailOf(large.orderId)).seen, trackingId: '100000001' };
  const { body } = await operator.post<{ results: object[] }>('/api/desk/bulk/ship', {
    orders: [one],
    courierPartner: 'Delhivery',
  });
  expect(body.results).toMatchObject([{ ok: false, message: expect.stringMatching(/e-way bill/) }]);
  expect(await rowOf(large.orderId)).toEqual(before);
  expect(await stored(shop, large.orderId)).toEqual([]);
});

test('its invoice is made when it is packed; with the number it leaves, and invoice and label name it', async () => {
  const { person, orderId } = await worth(60_000_00);
  expect((await pack(orderId)).status).toBe(200);
  const [issued] = await stored(shop, orderId);
  expect(issued).toMatchObject({ kind: 'invoice', data: { total: 60_000_00 } });
  expect((await ship(operator, orderId)).body.code).toBe('no_eway_bill');

  expect((await setBill(orderId, '1810 1234 5678')).status).toBe(200);
  const documentOf = async () =>
    (await invoiceOf(person, orderId)).body.document as NumberedInvoice & { ewayBill?: string };
  expect((await documentOf()).ewayBill).toBe('181012345678');
  const papers = await operator.post<{ parcels: { ewayBill: string }[] }>('/api/desk/orders/print/papers', {
    orderIds: [orderId],
    papers: ['labels'],
  });
  expect(papers.body.parcels).toMatchObject([{ ewayBill: '181012345678' }]);
  const events = await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
  expect(events.at(-1)).toMatchObject({ reason: 'E-way bill 181012345678', shown: false });

  expect((await ship(operator, orderId)).status).toBe(200);
  expect(await stored(shop, orderId)).toEqual([issued]);
  expect(await setBill(orderId, null)).toMatchObject({ status: 409, body: { code: 'not_open' } });
  expect((await documentOf()).ewayBill).toBe('181012345678');
});

test('the number can be taken off before the parcel leaves, and a wrong one is refused', async () => {
  const { orderId } = await worth(60_000_00);
  expect((await setBill(orderId, '18101234567')).status).toBe(422);
  expect((await setBill(orderId, '181012345678')).status).toBe(200);
  expect((await setBill(orderId, null)).status).toBe(200);
  expect((await detailOf(orderId)).ewayBill).toMatchObject({ number: null });
  expect((await ship(operator, orderId)).body.code).toBe('no_eway_bill');
});
