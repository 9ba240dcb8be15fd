/** Packing slips: orders to pack, oldest first, without data that does not belong in a parcel; and papers as a PDF. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { documents, orders } from '#db/schema/index.ts';
import type { PackingSlipPage } from '#features/desk/orders/orders.api.ts';
import type { ShippingOrder } from '#features/desk/shipping/shipping.api.ts';
import { times } from '../support/client.ts';
import { creditNoteRow, invoiceRow } from '../support/documents.ts';
import { address, orderOf, placeOrder, refillStock, serum, toner } from '../support/orders.ts';
import { useOperator } from '../support/people.ts';
import { setStatus } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
const operator = useOperator(shop);

beforeAll(async () => {
  await refillStock(shop.db);
});

const slips = async (query = '') =>
  (await operator.get<PackingSlipPage>(`/api/desk/orders/slips?${query}`)).body;
const idsOf = ({ slips }: PackingSlipPage) => slips.map(({ _id }) => _id);

async function placed(over: Partial<typeof address> = {}) {
  const person = await shop.person();
  const order = await orderOf(person, { [serum]: 1, [toner]: 2 });
  return (await placeOrder(person, { ...order, address: { ...address, ...over } })).body.order;
}

test('have sender, address, lines and the amount to collect, but no price, email address or note', async () => {
  const order = await placed({ address: '1\u200aMG\u2009Road' });
  await operator.post(`/api/desk/orders/${order._id}/note`, { note: 'Difficult', seen: 1 });
  const page = await slips(`order=${order._id}`);
  expect(page.from.name).toBe('Harita');
  expect(page.slips).toMatchObject([
    {
      reference: order.reference,
      address: { firstName: 'Asha', address: '1 MG Road', zipcode: '560001', phone: '9876543210' },
      lines: [
        { _id: serum, name: 'Glow Serum', quantity: 1 },
        { _id: toner, name: 'Rose Toner', quantity: 2 },
      ],
      collect: 1297,
    },
  ]);
  expect(Object.keys(page.slips[0]?.lines[0] ?? {}).sort()).toEqual(['_id', 'name', 'quantity']);
  expect(JSON.stringify(page.slips)).not.toMatch(/Difficult|\b599(00)?\b|@/);
  await shop.db.write.update(orders).set({ paid: true }).where(eq(orders.id, order._id));
  expect((await slips(`order=${order._id}`)).slips[0]?.collect).toBeNull();
});

test('of all orders to pack in pages, oldest first; of one order while it can have a slip', async () => {
  await shop.db.write.update(orders).set({ status: 'Cancelled' });
  const [first] = await shop.db.read.select().from(orders).limit(1);
  if (!first) throw new Error('there is no order');
  const rows = times(120, (n) => ({
    ...first,
    id: randomUUID(),
    reference: `ORD-9${String(n).padStart(5, '0')}`,
    idempotencyKey: null,
    createdAt: 1_790_000_000_000 + Math.floor(n / 4),
    status: n % 3 ? ('Order Placed' as const) : n % 2 ? ('Packing' as const) : ('Shipped' as const),
  }));
  await shop.db.write.insert(orders).values(rows);
  const expected = rows
    .filter(({ status }) => status !== 'Shipped')
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
  const page = await slips();
  const next = await slips(`after=${page.next}`);
  expect([...idsOf(page), ...idsOf(next)]).toEqual(expected);
  expect([page.slips.length, next.next]).toEqual([50, null]);
  expect(idsOf(await slips('status=Packing'))).toHaveLength(20);

  const one = rows[0]?.id ?? '';
  for (const [status, found] of [
    ['Shipped', 1],
    ['Delivered', 1],
    ['Payment Pending', 0],
    ['Cancelled', 0],
    ['Returned', 0],
  ] as const) {
    await setStatus(shop.db, one, status);
    expect([status, idsOf(await slips(`order=${one}`))]).toEqual([status, found ? [one] : []]);
  }
});

test.each(['order=x', 'status=Delivered', 'after=1'])('%s is refused', async (query) => {
  const { status, body } = await operator.get(`/api/desk/orders/slips?${query}`);
  expect([status, body.code]).toEqual([422, 'invalid']);
});

describe('papers of several orders', () => {
  const papers = (orderIds: unknown, papers: unknown = ['slips', 'invoices']) =>
    fetch(`${shop.stack.url}/api/desk/orders/papers/pdf`, {
      method: 'POST',
      headers: { token: operator.token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ orderIds, papers }),
    });

  /** The text of each page of a file of at most so many KiB. */
  async function pagesOf(response: Response, kib: number) {
    const file = new Uint8Array(await response.arrayBuffer());
    expect(file.length).toBeLessThan(kib * 1024);
    return (await extractText(await getDocumentProxy(file), { mergePages: false })).text;
  }

  test('are one PDF: slip, invoice and credit notes of each order, the oldest order first', async () => {
    const [waiting, shipped, returned, cancelled] = [
      await placed(),
      await placed(),
      await placed(),
      await placed(),
    ];
    await setStatus(shop.db, shipped._id, 'Shipped');
    await setStatus(shop.db, returned._id, 'Returned');
    await setStatus(shop.db, cancelled._id, 'Cancelled');
    await shop.db.write
      .insert(documents)
      .values([
        invoiceRow(shipped._id, 1),
        invoiceRow(returned._id, 2),
        creditNoteRow(returned._id, 3, Date.now() + 1),
      ]);
    const ids = [returned, shipped, waiting, cancelled].map(({ _id }) => _id);
    const response = await papers([...ids, randomUUID()]);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await pagesOf(response, 60);
    expect(text.map((page) => / ?([^\n·]+?)\s+·\s+1 of 1/.exec(page)?.[1]?.split('\n').at(-1))).toEqual([
      `Packing slip ${waiting.reference}`,
      `Packing slip ${shipped.reference}`,
      'Tax Invoice HRT/20-21/1',
      'Tax Invoice HRT/20-21/2',
      'Credit Note HRC/20-21/3',
    ]);
    const others = await pagesOf(await papers(ids, ['labels', 'pickList']), 60);
    expect(others).toHaveLength(3);
    expect(others[0]?.replaceAll(/\s+/g, ' ')).toContain(
      `Pick list 1 order ${waiting.reference} Glow Serum 1 Rose Toner 2 3 pieces in 2 products`,
    );
    expect(others[1]).toContain(waiting.reference);
    expect(others[2]).toContain(shipped.reference);
    for (const none of [await papers([cancelled._id]), await papers([waiting._id], ['invoices'])])
      expect([none.status, await none.json()]).toMatchObject([404, { code: 'not_found' }]);
  });

  test.each([
    ['no list', undefined],
    ['an empty list', []],
    ['one that is no order', ['x']],
    ['five hundred and one', times(501, () => randomUUID())],
    ['no paper', [randomUUID()], []],
    ['a paper that there is not', [randomUUID()], ['poster']],
  ])('%s is refused', async (what, orderIds, chosen = ['slips']) => {
    const response = await papers(orderIds, chosen);
    const { code, message } = (await response.json()) as { code: string; message: string };
    expect([response.status, code]).toEqual([422, 'invalid']);
    if (what.startsWith('five hundred')) expect(message).toMatch(/at most 500 orders/);
  });
});

describe('shipping many orders', () => {
  type Listed = { orders: ShippingOrder[] };
  const listed = async (body: object) =>
    (await operator.post<Listed>('/api/desk/shipping/orders', body)).body.orders;

  test('the orders that are packing, or those that are named, the oldest first', async () => {
    const [first, second, third] = [await placed(), await placed(), await placed()];
    await shop.db.write.update(orders).set({ status: 'Delivered' });
    await setStatus(shop.db, first._id, 'Packing');
    await setStatus(shop.db, third._id, 'Packing');
    expect(await listed({})).toEqual([
      {
        _id: first._id,
        reference: first.reference,
        status: 'Packing',
        trackingId: null,
        name: 'Asha Rao',
        city: 'Bengaluru',
        zipcode: '560001',
        collect: first.amount,
        seen: 1,
        lastNote: null,
      },
      expect.objectContaining({ _id: third._id }),
    ]);
    const named = await listed({ orderIds: [second._id, first._id, second._id, randomUUID()] });
    expect(named.map(({ _id, status }) => [_id, status])).toEqual([
      [first._id, 'Packing'],
      [second._id, 'Delivered'],
    ]);
  });

  test('orders are found by their tracking numbers', async () => {
    const order = await placed();
    const tracking = { orderId: order._id, trackingId: 'EM123456789IN', courierPartner: 'India Post' };
    await operator.post('/api/order/update-tracking', tracking);
    const { body } = await operator.post<Listed>('/api/desk/shipping/numbers', {
      numbers: ['EM000000000IN', 'EM123456789IN', "x' OR 1"],
    });
    expect(body.orders).toMatchObject([{ reference: order.reference, trackingId: 'EM123456789IN' }]);
  });
});
