/**
 * Orders at the desk: the search, the filters and one order. The cost of a list of 100,000 is tested in
 * tests/nightly/desk-orders-many.test.ts, changes in desk-changes.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { fills, orders, orderWords, payments, refunds } from '#db/schema/index.ts';
import type { ListedOrder } from '#desk/orders/orders.api.ts';
import type { DeskEvent } from '#domain/orders/order-rules.ts';
import { pick } from '#lib/pick.ts';
import { stored } from '../support/documents.ts';
import { address, orderOf, placeOrder, refillStock, serum, toner } from '../support/orders.ts';
import { useOperator } from '../support/people.ts';
import { expectWrongFields } from '../support/refusals.ts';
import { select, setStatus } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop();
const operator = useOperator(shop);

beforeEach(() => refillStock(shop.db));

type Shown = Record<string, unknown> & { seen: number; can: string[]; history: DeskEvent[] };

const list = async (query: string) =>
  (await operator.get<{ rows: ListedOrder[] }>(`/api/desk/orders?${query}`)).body.rows;
const detail = async (id: string) => (await operator.get<Shown>(`/api/desk/orders/${id}`)).body;

/** Somebody's order of two lines, with the address that is given. */
async function placed(over: Partial<typeof address> = {}, person?: Person) {
  const buyer = person ?? (await shop.person());
  const order = await orderOf(buyer, { [serum]: 1, [toner]: 2 });
  return (await placeOrder(buyer, { ...order, address: { ...address, ...over } })).body.order;
}

describe('finding', () => {
  const zoya = { firstName: 'Zoya', lastName: 'Qureshi', phone: '9123456789', email: 'zoya.q@example.in' };

  /** The ids that a search finds. */
  const find = async (q: string) => (await list(new URLSearchParams({ q }).toString())).map(({ id }) => id);

  test('by any part of it; several words must all match', async () => {
    const { _id, reference } = await placed({ ...zoya, city: 'Pimpri-Chinchwad' });
    await placed({ firstName: 'Zoya' });
    await operator.post('/api/order/update-tracking', {
      orderId: _id,
      trackingId: 'DL-1452-IN',
      courierPartner: 'Delhivery',
    });
    for (const q of [
      reference,
      reference.toLowerCase(),
      reference.slice(4),
      _id.slice(0, 8),
      `${_id.slice(0, 8)}…`,
      _id,
      '9123456789',
      '+91 91234 56789',
      '919123456789',
      '6789',
      '3456',
      'qureshi',
      'Zoya Qureshi',
      'zoya.q@example.in',
      'ZOYA.Q@',
      'chinchwad',
      'dl-1452',
      'zoya toner 6789',
      'qur 560001 pimpri-ch',
    ])
      expect([q, await find(q)]).toEqual([q, [_id]]);
    for (const q of ['%', '_oya', 'zoya qureshis', '91234567891', "' OR 1=1 --", 'zoya@', 'qureshi mask'])
      expect([q, await find(q)]).toEqual([q, []]);
    expect(await find('rose toner')).toHaveLength(2);
  });

  test('what was corrected or cancelled is found by what it is now', async () => {
    const person = await shop.person();
    const { _id } = await placed(zoya, person);
    const { email: _, ...corrected } = { ...address, ...zoya, lastName: 'Sheikh', phone: '9000000042' };
    const part = { orderId: _id, reason: 'x', lines: [{ _id: toner, keep: 0 }] };
    expect((await person.post('/api/order/cancel', part)).status).toBe(200);
    const correction = await person.post('/api/order/correct', { orderId: _id, address: corrected });
    expect(correction.status).toBe(200);
    for (const q of ['sheikh', '0042', 'sheikh serum']) expect([q, await find(q)]).toEqual([q, [_id]]);
    for (const q of ['zoya qureshi sheikh', '0042 6789', 'sheikh toner'])
      expect([q, await find(q)]).toEqual([q, []]);
  });

  test('by street, business, GSTIN, code, payment, invoice and credit note', async () => {
    const { _id } = await placed({ ...zoya, address: 'Flat 12/3, Neelkanth Heights' });
    await placed();
    await shop.db.write
      .update(orders)
      .set({ gstin: '29AAPFU0939F1ZV', businessName: 'Qureshi-Traders', couponCode: 'GLOW-2M9QXD' })
      .where(eq(orders.id, _id));
    await shop.db.write
      .insert(payments)
      .values({
        orderId: _id,
        method: 'razorpay',
        amount: 100,
        providerId: 'order_Nx1',
        holdUntil: 0,
        origin: '',
      });
    await shop.db.write.update(payments).set({ paymentId: 'pay_Qz7Yb' }).where(eq(payments.orderId, _id));
    await operator.post('/api/order/update-tracking', {
      orderId: _id,
      trackingId: 'A1',
      courierPartner: 'DTDC',
    });
    const [invoice] = await stored(shop, _id);
    for (const q of [
      'neelkanth',
      '12/3 heights',
      '29aapfu0939f1zv',
      'traders',
      'glow-2m9qxd',
      'PAY_Qz7Yb',
      'order_nx1',
      invoice?.number ?? '',
    ])
      expect([q, await find(q)]).toEqual([q, [_id]]);
    expect(
      await select(shop.db, sql`SELECT word FROM order_words WHERE order_id = ${_id} ORDER BY 1`),
    ).toEqual(
      await select(shop.db, sql`SELECT DISTINCT word FROM order_texts WHERE order_id = ${_id} ORDER BY 1`),
    );
  });

  test('by tags, which operators set and shoppers never see', async () => {
    const buyer = await shop.person();
    const { _id } = await placed({}, buyer);
    const tag = (tags: string[], seen: number) =>
      operator.post<{ code: string; seen: number }>(`/api/desk/orders/${_id}/tags`, { tags, seen });
    expect((await tag(['#Gift wrap', 'VIP'], 1)).body.seen).toBe(2);
    expect((await tag(['gift-wrap', 'vip'], 2)).body.seen).toBe(2);
    expect((await tag(['other'], 1)).body.code).toBe('changed');
    expect([await find('#gift'), await find('#gift-wrap #vip'), await find('#other')]).toEqual([
      [_id],
      [_id],
      [],
    ]);
    expect((await list('q=%23vip'))[0]).toMatchObject({ tags: ['gift-wrap', 'vip'] });
    const { history, tags } = await detail(_id);
    expect([tags, history.at(-1)]).toMatchObject([
      ['gift-wrap', 'vip'],
      { kind: 'note', reason: 'Tags: gift-wrap, vip', shown: false },
    ]);
    expect((await buyer.post('/api/order/userorders')).text).not.toContain('gift-wrap');
    await tag([], 2);
    expect(await find('#vip')).toEqual([]);
  });

  test('an order of before the index, by its number, id, email or tracking number; the answer says that it is not all', async () => {
    const { _id, reference } = await placed({ ...zoya, firstName: 'Zainab', email: 'zainab@example.in' });
    const { _id: indexed } = await placed({ firstName: 'Zainab' });
    await operator.post('/api/order/update-tracking', {
      orderId: _id,
      trackingId: 'DL-77-IN',
      courierPartner: 'Delhivery',
    });
    const search = async (q: string) =>
      (
        await operator.get<{ rows: ListedOrder[]; indexing: boolean }>(
          `/api/desk/orders?${new URLSearchParams({ q })}`,
        )
      ).body;
    expect((await search('zainab')).indexing).toBe(false);
    await shop.db.write.delete(orderWords).where(eq(orderWords.orderId, _id));
    await shop.db.write.delete(fills);
    for (const q of [reference, reference.slice(4), _id.slice(0, 8), _id, 'zainab@example.in', 'dl-77-in'])
      expect([q, (await search(q)).rows.map((order) => order.id)]).toEqual([q, [_id]]);
    const byName = await search('zainab');
    expect([byName.rows.map((order) => order.id), byName.indexing]).toEqual([[indexed], true]);
    await shop.stack.scheduled();
    const all = await search('zainab');
    expect([all.rows.map((order) => order.id), all.indexing]).toEqual([[indexed, _id], false]);
  });

  test('a name in another script, and one with an accent', async () => {
    const { _id } = await placed({ firstName: 'Élodie', lastName: 'Ümit' });
    const { _id: hindi } = await placed({ firstName: 'मीरा', lastName: 'अय्यर' });
    expect((await list('q=Élod')).map((row) => row.id)).toEqual([_id]);
    expect((await list('q=मीरा अ')).map((row) => row.id)).toEqual([hindi]);
  });

  test('filtered by status, payment, account and Indian days', async () => {
    const person = await shop.person();
    const [first, second, third] = [
      await placed({}, person),
      await placed({}, person),
      await placed({}, person),
    ];
    await setStatus(shop.db, second._id, 'Packing');
    await setStatus(shop.db, third._id, 'Delivered');
    const at = [Date.UTC(2026, 5, 1, 18, 29), Date.UTC(2026, 5, 1, 18, 30), Date.UTC(2026, 5, 2, 18, 29)];
    for (const [n, { _id }] of [first, second, third].entries())
      await shop.db.write
        .update(orders)
        .set({ createdAt: at[n], paid: n === 2 })
        .where(eq(orders.id, _id));
    const mine = async (query: string) =>
      (await list(`account=${person.id}&${query}`)).map(({ id }) =>
        [first, second, third].findIndex((one) => one._id === id),
      );
    expect(await mine('')).toEqual([2, 1, 0]);
    expect(await mine('status=unshipped')).toEqual([0, 1]);
    expect(await mine('status=unshipped&from=2026-06-02&q=asha')).toEqual([1]);
    expect(await mine('status=Delivered&paid=yes&method=cod')).toEqual([2]);
    expect(await mine('paid=no')).toEqual([1, 0]);
    expect(await mine('method=stripe')).toEqual([]);
    expect(await mine('q=asha&status=Packing')).toEqual([1]);
    expect(await mine('q=asha&paid=yes')).toEqual([2]);
    expect(await mine('q=asha&method=stripe')).toEqual([]);
    expect(await mine('from=2026-06-02')).toEqual([2, 1]);
    expect(await mine('to=2026-06-01')).toEqual([0]);
    expect(await mine('from=2026-06-02&to=2026-06-02&q=asha')).toEqual([2, 1]);
  });

  test('a row has pieces, address and phone number', async () => {
    const { _id: id, reference, date } = await placed(zoya);
    expect((await list(`q=${reference}`))[0]).toEqual({
      id,
      reference,
      createdAt: Date.parse(date),
      status: 'Order Placed',
      name: 'Zoya Qureshi',
      city: 'Bengaluru',
      phone: '9123456789',
      pieces: 3,
      total: 129_700,
      paid: false,
      paymentMethod: 'cod',
      trackingId: null,
      courier: null,
      tags: [],
      refunded: false,
      exchanged: false,
      sample: false,
      seen: 1,
      undelivered: 0,
      cameBack: false,
      toConfirm: null,
    });
  });

  test('invalid filters are refused', async () => {
    const q = 'x'.repeat(1001);
    for (const filter of [
      'status=Lost',
      'method=cash',
      'paid=maybe',
      'from=2026-02-30',
      'to=yesterday',
      'after=x',
      `q=${q}`,
    ])
      expect([filter, (await operator.get(`/api/desk/orders?${filter}`)).status]).toEqual([filter, 422]);
  });
});

describe('what waits', () => {
  const waiting = (etag?: string) =>
    operator.send('GET', '/api/desk/waiting', { headers: etag ? { 'If-None-Match': etag } : {} });

  test('is counted by status, and not again until something happens to an order', async () => {
    const { _id } = await placed();
    const first = await waiting();
    const counts = (JSON.parse(first.text) as { counts: Record<string, number> }).counts;
    expect(Object.keys(counts)).toEqual([
      'Payment Pending',
      'Order Placed',
      'Packing',
      'Shipped',
      'Out for Delivery',
      'unconfirmed',
    ]);
    const etag = first.headers.get('etag') ?? '';
    // Cloudflare makes the ETag of a compressed answer a weak one.
    for (const known of [etag, `W/${etag}`]) {
      const again = await waiting(known);
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    await operator.post('/api/order/move', { orderId: _id, status: 'Packing' });
    const moved = await waiting(etag);
    expect([moved.status, JSON.parse(moved.text).counts]).toEqual([
      200,
      { ...counts, 'Order Placed': (counts['Order Placed'] ?? 0) - 1, Packing: (counts.Packing ?? 0) + 1 },
    ]);
    expect((await waiting('"x"')).status).toBe(200);
  });

  test('an order is refunded in the list once all that was paid is sent back', async () => {
    const { _id, reference } = await placed();
    await setStatus(shop.db, _id, 'Delivered');
    await shop.db.write.update(orders).set({ paid: true }).where(eq(orders.id, _id));
    const refund = (id: string, amount: number) =>
      shop.db.write
        .insert(refunds)
        .values({ id, orderId: _id, amount, reason: 'adjustment', status: 'done', createdAt: 1, doneAt: 1 });
    const refunded = async () => (await list(`q=${reference}`))[0]?.refunded;
    expect(await refunded()).toBe(false);
    await refund(`${_id}-1`, 100_000);
    expect(await refunded()).toBe(false);
    await refund(`${_id}-2`, 29_700);
    expect(await refunded()).toBe(true);
  });
});

describe('one order', () => {
  test('with all its details', async () => {
    const person = await shop.person();
    const order = await placed({}, person);
    await placed({}, person);
    await operator.post(`/api/desk/orders/${order._id}/note`, { note: 'Call first.\nTwice.', seen: 1 });
    const { history, ...rest } = await detail(order._id);
    expect(rest).toEqual({
      success: true,
      order: {
        ...pick(order, ['reference', 'promisedFrom', 'promisedTo', 'shippingAddress']),
        id: order._id,
        status: 'Order Placed',
        ...{ paid: false, paymentMethod: 'cod' },
        ...{ subtotal: 129_700, discount: 0, delivery: 0, total: 129_700 },
        createdAt: Date.parse(order.date),
        trackingId: null,
        courier: null,
        undelivered: false,
        sample: false,
        items: [
          { id: serum, name: 'Glow Serum', price: 59_900, quantity: 1 },
          { id: toner, name: 'Rose Toner', price: 34_900, quantity: 2 },
        ],
        cancelled: [],
        couponCode: null,
        trackingUrl: null,
        business: null,
        refunds: [],
        creditNotes: [],
        debitNotes: [],
        invoiced: false,
      },
      tags: [],
      account: { id: person.id, name: person.name, email: person.email, guest: false, others: 1 },
      payment: null,
      left: {
        lines: [
          { position: 0, name: 'Glow Serum', price: 59_900, quantity: 1, amount: 59_900, discount: 0 },
          { position: 1, name: 'Rose Toner', price: 34_900, quantity: 2, amount: 69_800, discount: 0 },
        ],
        delivery: 0,
        minimum: null,
        elsewhere: [],
      },
      ewayBill: { needed: false, number: null, open: true },
      lacksInvoice: false,
      lateSince: null,
      toConfirm: null,
      disputes: [],
      can: ['Packing', 'Shipped', 'Cancelled'],
      undelivered: 0,
      undo: null,
      seen: 2,
    });
    expect(history).toMatchObject([
      { kind: 'status', status: 'Order Placed', shown: true, by: 'The shopper' },
      { kind: 'note', status: null, reason: 'Call first.\nTwice.', shown: false, by: operator.name },
    ]);
    // The shopper does not see the note.
    const { body } = await person.get(`/api/order/tracking-info/${order._id}`);
    expect(body.trackingInfo.history).toHaveLength(1);
  });

  test('an unknown order is a 404', async () => {
    for (const id of [randomUUID(), 'x', '__proto__', "'%20OR%201=1%20--"])
      expect([id, (await operator.get(`/api/desk/orders/${id}`)).status]).toEqual([id, 404]);
  });

  test('a wrong note is refused', async () => {
    const { _id } = await placed();
    const send = (json: object) =>
      operator.post(`/api/desk/orders/${_id}/note`, { note: 'x', seen: 1, ...json });
    await expectWrongFields(shop, send, [
      ['an empty one', { note: '' }, 'note'],
      ['a blank one', { note: ' ' }, 'note'],
      ['1,001 characters', { note: 'x'.repeat(1001) }, 'note'],
      ['a NUL', { note: 'a\u0000b' }, 'note'],
      ['a number', { note: 5 }, 'note'],
      ['fewer than no events seen', { seen: -1 }, 'seen'],
      ['a text for what was seen', { seen: '1' }, 'seen'],
      ['nothing seen', { seen: undefined }, 'seen'],
    ]);
  });
});
