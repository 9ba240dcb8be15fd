/**
 * Orders at the desk: the search, the filters and one order. The cost of a list of 100,000 is tested in
 * tests/nightly/desk-orders-many.test.ts, changes in desk-changes.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import type { DeskEvent } from '#features/desk/orders/order-rules.ts';
import type { ListedOrder } from '#features/desk/orders/orders.api.ts';
import { address, orderOf, placeOrder, refillStock, serum, toner } from '../support/orders.ts';
import { useOperator } from '../support/people.ts';
import { expectWrongFields } from '../support/refusals.ts';
import { setStatus } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop();
const operator = useOperator(shop);

beforeEach(() => refillStock(shop.db));

type Shown = Record<string, unknown> & { seen: number; can: string[]; history: DeskEvent[] };

const list = async (query: string) =>
  (await operator.get<{ orders: ListedOrder[] }>(`/api/desk/orders?${query}`)).body.orders;
const detail = async (id: string) => (await operator.get<Shown>(`/api/desk/orders/${id}`)).body;

/** Somebody's order of two lines, with the address that is given. */
async function placed(over: Partial<typeof address> = {}, person?: Person) {
  const buyer = person ?? (await shop.person());
  const order = await orderOf(buyer, { [serum]: 1, [toner]: 2 });
  return (await placeOrder(buyer, { ...order, address: { ...address, ...over } })).body.order;
}

describe('finding', () => {
  const zoya = { firstName: 'Zoya', lastName: 'Qureshi', phone: '9123456789', email: 'zoya.q@example.in' };

  test('by reference, its digits, phone, e-mail and the beginning of the name', async () => {
    const { _id, reference } = await placed(zoya);
    await placed();
    for (const q of [
      reference,
      reference.toLowerCase(),
      reference.slice(4),
      '9123456789',
      '+91 91234 56789',
      '919123456789',
      'zoya.q@example.in',
      'ZOYA.Q@',
      'zoya q',
      'Zoya Qureshi',
    ])
      expect([q, (await list(new URLSearchParams({ q }).toString())).map((row) => row._id)]).toEqual([
        q,
        [_id],
      ]);
    await shop.db.write.run(sql`UPDATE orders SET reference = 'ORD-7654321' WHERE id = ${_id}`);
    for (const q of ['ORD-7654321', '7654321', 'ord7654'])
      expect([q, (await list(`q=${q}`)).map((row) => row._id)]).toEqual([q, [_id]]);
    for (const q of ['Qureshi', '%', '_oya', 'zoya qureshis', '91234567891', "' OR 1=1 --", 'zoya@'])
      expect([q, await list(new URLSearchParams({ q }).toString())]).toEqual([q, []]);
  });

  test('a name in another script, and one with an accent', async () => {
    const { _id } = await placed({ firstName: 'Élodie', lastName: 'Ümit' });
    const { _id: hindi } = await placed({ firstName: 'मीरा', lastName: 'अय्यर' });
    expect((await list('q=Élod')).map((row) => row._id)).toEqual([_id]);
    expect((await list('q=मीरा अ')).map((row) => row._id)).toEqual([hindi]);
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
      (await list(`account=${person.id}&${query}`)).map(({ _id }) =>
        [first, second, third].findIndex((one) => one._id === _id),
      );
    expect(await mine('')).toEqual([2, 1, 0]);
    expect(await mine('status=unshipped')).toEqual([1, 0]);
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
    const { _id, reference, date } = await placed(zoya);
    expect((await list(`q=${reference}`))[0]).toEqual({
      _id,
      reference,
      date,
      status: 'Order Placed',
      name: 'Zoya Qureshi',
      city: 'Bengaluru',
      phone: '9123456789',
      pieces: 3,
      amount: 1297,
      payment: false,
      paymentMethod: 'cod',
      trackingId: null,
      courierPartner: null,
      refund: null,
      sample: false,
      seen: 1,
      undelivered: 0,
    });
  });

  test('invalid filters are refused', async () => {
    const q = 'x'.repeat(255);
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

describe('one order', () => {
  test('with all its details', async () => {
    const person = await shop.person();
    const order = await placed({}, person);
    await placed({}, person);
    await operator.post(`/api/desk/orders/${order._id}/note`, {
      note: 'Call first.\nTwice.',
      seen: 1,
    });
    const { history, ...rest } = await detail(order._id);
    expect(rest).toEqual({
      success: true,
      order,
      couponCode: null,
      account: { _id: person.id, name: person.name, email: person.email, guest: false, others: 1 },
      payment: null,
      refunds: [],
      left: {
        lines: [
          { position: 0, name: 'Glow Serum', quantity: 1, amount: 599 },
          { position: 1, name: 'Rose Toner', quantity: 2, amount: 698 },
        ],
        delivery: 0,
      },
      lacksTaxData: false,
      disputes: [],
      can: ['Packing', 'Shipped', 'Cancelled'],
      undelivered: 0,
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
