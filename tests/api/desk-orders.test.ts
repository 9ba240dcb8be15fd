/**
 * Orders at the desk: what the search finds of an order that has changed, and one order. The list is tested in lists.test.ts
 * and, with 100,000 orders, in tests/nightly/desk-orders-many.test.ts; changes in desk-changes.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { fills, orders, orderWords, refunds } from '#db/schema/index.ts';
import type { ListedOrder } from '#desk/orders/orders.api.ts';
import type { DeskEvent } from '#domain/orders/order-rules.ts';
import { pick } from '#lib/pick.ts';
import { address, placed, serum, toner } from '../support/orders.ts';
import { expectWrongFields } from '../support/refusals.ts';
import { setStatus } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();

type Shown = Record<string, unknown> & { seen: number; can: string[]; history: DeskEvent[] };

const list = async (query: string) =>
  (await operator.get<{ rows: ListedOrder[] }>(`/api/desk/orders?${query}`)).body.rows;
const detail = async (id: string) => (await operator.get<Shown>(`/api/desk/orders/${id}`)).body;

describe('finding', () => {
  const zoya = { firstName: 'Zoya', lastName: 'Qureshi', phone: '9123456789', email: 'zoya.q@example.in' };

  /** The ids that a search finds. */
  const find = async (q: string) => (await list(new URLSearchParams({ q }).toString())).map(({ id }) => id);

  test('what was corrected or cancelled is found by what it is now', async ({ shopper }) => {
    const { _id } = await placed(shopper, undefined, zoya);
    const { email: _, ...corrected } = { ...address, ...zoya, lastName: 'Sheikh', phone: '9000000042' };
    const part = { orderId: _id, reason: 'x', lines: [{ _id: toner, keep: 0 }] };
    expect((await shopper.post('/api/order/cancel', part)).status).toBe(200);
    const correction = await shopper.post('/api/order/correct', { orderId: _id, address: corrected });
    expect(correction.status).toBe(200);
    for (const q of ['sheikh', '0042', 'sheikh serum']) expect([q, await find(q)]).toEqual([q, [_id]]);
    for (const q of ['zoya qureshi sheikh', '0042 6789', 'sheikh toner'])
      expect([q, await find(q)]).toEqual([q, []]);
  });

  test('by tags, which operators set and shoppers never see', async ({ shopper, order: { _id } }) => {
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
    expect((await shopper.post('/api/order/userorders')).text).not.toContain('gift-wrap');
    await tag([], 2);
    expect(await find('#vip')).toEqual([]);
  });

  test('an order of before the index, by its number, id, email or tracking number; the answer says that it is not all', async ({
    shopper,
  }) => {
    const { _id, reference } = await placed(shopper, undefined, {
      firstName: 'Zainab',
      email: 'zainab@example.in',
    });
    const { _id: indexed } = await placed(shopper, undefined, {
      firstName: 'Zainab',
      email: 'other@example.in',
    });
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

  test('a row has pieces, address and phone number', async ({ shopper }) => {
    const { _id: id, reference, date } = await placed(shopper, undefined, zoya);
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
});

describe('what waits', () => {
  const waiting = (etag?: string) =>
    operator.send('GET', '/api/desk/waiting', { headers: etag ? { 'If-None-Match': etag } : {} });

  test('is counted by status, and not again until something happens to an order', async ({
    order: { _id },
  }) => {
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

  test('an order is refunded in the list once all that was paid is sent back', async ({
    order: { _id, reference },
  }) => {
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
  test('with all its details', async ({ shopper, order }) => {
    await placed(shopper);
    await operator.post(`/api/desk/orders/${order._id}/note`, { note: 'Call first.\nTwice.', seen: 1 });
    const { history, ...rest } = await detail(order._id);
    expect(rest).toEqual({
      success: true,
      order: {
        ...pick(order, ['reference', 'promisedFrom', 'promisedTo', 'shippingAddress']),
        id: order._id,
        confirmReason: null,
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
      account: { ...pick(shopper, ['id', 'name', 'email']), guest: false, others: 1 },
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
    const { body } = await shopper.get(`/api/order/tracking-info/${order._id}`);
    expect(body.trackingInfo.history).toHaveLength(1);
  });

  test('an unknown order is a 404', async () => {
    for (const id of [randomUUID(), 'x', '__proto__', "'%20OR%201=1%20--"])
      expect([id, (await operator.get(`/api/desk/orders/${id}`)).status]).toEqual([id, 404]);
  });

  test('a wrong note is refused', async ({ order: { _id } }) => {
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
