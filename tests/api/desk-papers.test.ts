/** What the desk prints and ships: parcels without data that does not belong on them, documents, tracking numbers. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { documents, orders } from '#db/schema/index.ts';
import type { Papers } from '#desk/print/print.api.ts';
import type { ShippingOrder } from '#desk/shipping/shipping.api.ts';
import { parcelStates, type StatusPhrases } from '#domain/shipping/parcel-states.ts';
import { times } from '../support/client.ts';
import { creditNoteRow, invoiceRow } from '../support/documents.ts';
import { placed, serum, toner } from '../support/orders.ts';
import { setStatus } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();

const ask = (orderIds: unknown, papers: unknown = ['slips', 'invoices']) =>
  operator.post<Papers & { code: string; message: string }>('/api/desk/orders/print/papers', {
    orderIds,
    papers,
  });

test('a parcel has sender, address, lines and the amount to collect, but no price, email address or note', async ({
  shopper,
}) => {
  const over = { firstName: 'आशा', address: 'As\u200bha → № 5 😀', phone: '+91 98765 43210' };
  const order = await placed(shopper, undefined, over);
  await operator.post(`/api/desk/orders/${order._id}/note`, { note: 'Difficult', seen: 1 });
  const { body } = await ask([order._id]);
  expect(body.from.name).toBe('Harita');
  expect(body.parcels).toMatchObject([
    {
      reference: order.reference,
      address: { firstName: 'आशा', address: 'Asha → No 5 😀', zipcode: '560001', phone: '9876543210' },
      lines: [
        { id: serum, name: 'Glow Serum', quantity: 1 },
        { id: toner, name: 'Rose Toner', quantity: 2 },
      ],
      collect: 129_700,
    },
  ]);
  expect(Object.keys(body.parcels[0]?.lines[0] ?? {}).sort()).toEqual(['id', 'name', 'quantity']);
  expect(JSON.stringify(body.parcels)).not.toMatch(/Difficult|\b599(00)?\b|@/);
  await shop.db.write.update(orders).set({ paid: true }).where(eq(orders.id, order._id));
  expect((await ask([order._id])).body.parcels[0]?.collect).toBeNull();
});

test('parcels of what can have one, invoices and credit notes, the oldest order first', async ({
  shopper,
}) => {
  const [waiting, shipped, returned, cancelled, unpaid] = [
    await placed(shopper),
    await placed(shopper),
    await placed(shopper),
    await placed(shopper),
    await placed(shopper),
  ];
  await setStatus(shop.db, shipped._id, 'Shipped');
  await setStatus(shop.db, returned._id, 'Returned');
  await setStatus(shop.db, cancelled._id, 'Cancelled');
  await setStatus(shop.db, unpaid._id, 'Payment Pending');
  await shop.db.write
    .insert(documents)
    .values([
      invoiceRow(shipped._id, 1),
      invoiceRow(returned._id, 2),
      creditNoteRow(returned._id, 3, Date.now() + 1),
    ]);
  const ids = [unpaid, returned, shipped, waiting, cancelled].map((order) => order._id);
  const { status, body } = await ask([...ids, randomUUID()]);
  expect(status).toBe(200);
  expect(body.parcels.map(({ reference }) => reference)).toEqual([waiting.reference, shipped.reference]);
  expect(body.documents.map(({ kind, number }) => [kind, number])).toEqual([
    ['invoice', 'HRT/20-21/1'],
    ['invoice', 'HRT/20-21/2'],
    ['credit_note', 'HRC/20-21/3'],
  ]);
  expect((await ask(ids, ['labels', 'pickList'])).body.documents).toEqual([]);
  expect((await ask([cancelled._id])).body).toMatchObject({ parcels: [], documents: [] });
});

test.for<[what: string, orderIds: unknown, papers?: string[]]>([
  ['no list', undefined],
  ['an empty list', []],
  ['one that is no order', ['x']],
  ['five hundred and one', times(501, () => randomUUID())],
  ['no paper', [randomUUID()], []],
  ['a paper that there is not', [randomUUID()], ['poster']],
])('%s is refused', async ([what, orderIds, chosen = ['slips']]) => {
  const { status, body } = await ask(orderIds, chosen);
  expect([status, body.code]).toEqual([422, 'invalid']);
  if (what.startsWith('five hundred')) expect(body.message).toMatch(/at most 500 orders/);
});

describe('shipping many orders', () => {
  type Listed = { orders: ShippingOrder[] };
  const listed = async (body: object) =>
    (await operator.post<Listed>('/api/desk/shipping/orders', body)).body.orders;

  test('the orders that are packing, or those that are named, the oldest first', async ({ shopper }) => {
    const [first, second, third] = [await placed(shopper), await placed(shopper), await placed(shopper)];
    await shop.db.write.update(orders).set({ status: 'Delivered' });
    await setStatus(shop.db, first._id, 'Packing');
    await setStatus(shop.db, third._id, 'Packing');
    expect(await listed({})).toEqual([
      {
        id: first._id,
        reference: first.reference,
        status: 'Packing',
        trackingId: null,
        name: 'Asha Rao',
        city: 'Bengaluru',
        zipcode: '560001',
        collect: 129_700,
        total: 129_700,
        paid: false,
        paymentMethod: 'cod',
        courier: null,
        remittances: [],
        seen: 1,
        lastNote: null,
      },
      expect.objectContaining({ id: third._id }),
    ]);
    const named = await listed({ orderIds: [second._id, first._id, second._id, randomUUID()] });
    expect(named.map(({ id, status }) => [id, status])).toEqual([
      [first._id, 'Packing'],
      [second._id, 'Delivered'],
    ]);
  });

  test('a number that a spreadsheet has shortened is refused', async ({ order: { _id: orderId } }) => {
    const tracking = { orderId, trackingId: '7.01234E+13', courierPartner: 'Delhivery' };
    const { status, body } = await operator.post<{ fields: object }>('/api/order/update-tracking', tracking);
    expect([status, body.fields]).toEqual([
      422,
      { trackingId: 'A spreadsheet has shortened this number. Please enter all its digits.' },
    ]);
  });

  test('the phrases of couriers, as the content has them', async () => {
    const { body } = await operator.get<{ statuses: StatusPhrases }>('/api/desk/shipping/statuses');
    const stateOf = parcelStates(body.statuses);
    expect(['Item Delivered(Addressee)', 'Delivered to hub', 'RTO Delivered'].map(stateOf)).toEqual([
      ...['delivered', 'unchanged', 'returned'],
    ]);
  });

  test('orders are found by their tracking numbers and references', async ({ shopper, order }) => {
    const tracking = { orderId: order._id, trackingId: 'EM123456789IN', courierPartner: 'India Post' };
    await operator.post('/api/order/update-tracking', tracking);
    const { body } = await operator.post<Listed>('/api/desk/shipping/numbers', {
      numbers: ['EM000000000IN', 'EM123456789IN', "x' OR 1"],
    });
    expect(body.orders).toMatchObject([{ reference: order.reference, trackingId: 'EM123456789IN' }]);
    const other = await placed(shopper);
    const numbers = [order.reference, 'EM123456789IN', other.reference, 'ORD-0'];
    const both = await operator.post<Listed>('/api/desk/shipping/numbers', { numbers });
    expect(both.body.orders.map(({ id }) => id).toSorted()).toEqual([order._id, other._id].toSorted());
  });
});
