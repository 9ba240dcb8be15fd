/**
 * Stock at the desk: what the list says of a product, adjustments, and that the ledger balances under concurrency:
 * stock = opening + changes − pieces of orders that were not cancelled. Also pausing the sale of a product.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import type { api, ResponseOf } from '#lib/api.ts';
import { times } from '../support/client.ts';
import { day } from '../support/clock.ts';
import { insertCoupon, orderWith } from '../support/coupons.ts';
import type { DeskRefusal } from '../support/desk.ts';
import { orderOf, placed, placeOrder, serum, toner } from '../support/orders.ts';
import { makeBalanced, unbalanced } from '../support/reconciliation.ts';
import { expectWrongFields } from '../support/refusals.ts';
import { countRows, select, setRetired, setStatus, setStock, snapshot, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ proxy: true });

type Desk = typeof api.desk;
type Answer = DeskRefusal & { stock: number };

const path = (id = '') => `/api/desk/stock${id && `/${id}`}`;
const list = async (query = '') =>
  (await operator.get<ResponseOf<Desk['stock']['$get']>>(path() + query)).body;
const one = async (id: string) =>
  (await operator.get<ResponseOf<Desk['stock'][':productId']['$get']>>(path(id))).body;
const adjust = (json: object, id = serum, who = operator) =>
  who.post<Answer>(path(id), { key: randomUUID(), seen: 100, ...json });

const wrong = () => unbalanced(shop.db);

beforeEach(async () => {
  await shop.db.write.run(sql`DELETE FROM orders`);
  await makeBalanced(shop.db);
});

describe('the list', () => {
  test('has a product with its stock and opening stock, and all categories', async () => {
    const { rows, categories } = await list();
    const [row] = await select<{ opening: number }>(
      shop.db,
      sql`SELECT opening FROM products WHERE id = ${serum}`,
    );
    expect(rows.find(({ id }) => id === serum)).toMatchObject({
      name: 'Glow Serum',
      stock: 100,
      opening: row?.opening,
      sold: 0,
      low: false,
      retired: false,
    });
    expect(categories).toContain('sunscreen');
  });

  test('marks low stock', async () => {
    await setStock(shop.db, serum, 10);
    await setStock(shop.db, toner, 11);
    expect((await list('?show=low')).rows).toMatchObject([{ id: serum, low: true }]);
  });

  test('never marks retired products as low', async () => {
    await setRetired(shop.db, serum, true);
    await setStock(shop.db, serum, 1);
    expect((await list('?show=retired')).rows).toMatchObject([{ id: serum, retired: true, low: false }]);
  });

  test('counts what was sold in the last 30 days: no sample, nothing unpaid, cancelled or returned', async () => {
    const ids: string[] = [];
    for (const _ of times(7, () => 0)) ids.push((await placed(await shop.person(), { [serum]: 2 }))._id);
    const [unpaid = '', cancelled = '', returned = '', old = '', sample = ''] = ids;
    await setStatus(shop.db, unpaid, 'Payment Pending');
    await setStatus(shop.db, cancelled, 'Cancelled');
    await setStatus(shop.db, returned, 'Returned');
    await shop.db.write.run(sql`UPDATE orders SET created_at = ${Date.now() - 30 * day} WHERE id = ${old}`);
    await shop.db.write.run(sql`UPDATE orders SET sample = 1 WHERE id = ${sample}`);
    expect((await list()).rows.find(({ id }) => id === serum)?.sold).toBe(4);
    expect((await one(serum)).product.sold).toBe(4);
  });
});

describe('an adjustment', () => {
  test.each([
    ['received', 12, 112, '+12'],
    ['damaged', 3, 97, '−3'],
    ['lost', 100, 0, '−100'],
    ['given', 1, 99, '−1'],
    ['counted', 88, 88, '−12'],
    ['counted', 130, 130, '+30'],
    ['counted', 0, 0, '−100'],
    ['counted', 100, 100, '0'],
  ])('%s %d makes %d of 100, and is recorded', async (reason, pieces, stock, written) => {
    const { status, body } = await adjust({ reason, pieces, note: ' Shelf 4 ' });
    expect([status, body.stock, await stockOf(shop.db, serum)]).toEqual([200, stock, stock]);
    const [change] = (await one(serum)).rows;
    expect(change).toMatchObject({ change: stock - 100, note: 'Shelf 4', actor: operator.name, order: null });
    const [noted] = await select(
      shop.db,
      sql`SELECT actor_id, action, about, detail FROM audit ORDER BY at DESC, rowid DESC LIMIT 1`,
    );
    expect(noted).toEqual({
      actor_id: operator.id,
      action: 'stock',
      about: serum,
      detail: `${written}: ${change?.why} (Shelf 4)`,
    });
    expect(await wrong()).toEqual([]);
  });

  test('that would make the stock negative is refused with the present stock', async () => {
    await setStock(shop.db, serum, 3);
    const rows = await snapshot(shop.db);
    const { status, body } = await adjust({ reason: 'damaged', pieces: 5 });
    expect([status, body.code, body.message, body.stock]).toEqual([
      409,
      'below_zero',
      'Only 3 pieces are in stock; 5 cannot be removed.',
      3,
    ]);
    expect(await snapshot(shop.db)).toEqual(rows);
  });

  test('by counting is refused when an order came first, with the new stock', async ({ shopper }) => {
    await placed(shopper, { [serum]: 2 });
    const rows = await snapshot(shop.db);
    const { status, body } = await adjust({ reason: 'counted', pieces: 90, seen: 100 });
    expect([status, body.code, body.stock]).toEqual([409, 'changed', 98]);
    expect(body.message).toBe(
      'The stock has changed since you opened this: it is 98 now, not 100. Please count again.',
    );
    expect(await snapshot(shop.db)).toEqual(rows);
    expect((await adjust({ reason: 'counted', pieces: 90, seen: 98 })).body.stock).toBe(90);
  });

  test('by a number of pieces is applied regardless of orders in between', async () => {
    await setStock(shop.db, serum, 98);
    expect((await adjust({ reason: 'received', pieces: 5, seen: 100 })).body.stock).toBe(103);
  });

  test.each(['received', 'counted'])('%s, asked twice with one key, is done once', async (reason) => {
    const json = { key: randomUUID(), reason, pieces: 120, seen: 100 };
    const answers = [await adjust(json), await adjust(json)];
    expect(answers.map(({ status, body }) => [status, body.stock])).toEqual(
      times(2, () => [200, reason === 'received' ? 220 : 120]),
    );
    expect(await countRows(shop.db, 'stock_changes', sql`id = ${json.key}`)).toBe(1);
    expect(await wrong()).toEqual([]);
  });

  test('of an unknown product is a 404', async () => {
    for (const id of ['nothing-like-it', "x'%20OR%201=1"]) {
      expect((await adjust({ reason: 'received', pieces: 1 }, id)).status).toBe(404);
      expect((await operator.get(path(id))).status).toBe(404);
    }
  });

  test('wrong fields are refused and change no row', async () => {
    await expectWrongFields(shop, adjust, [
      ['no reason', { pieces: 1 }, 'reason'],
      ['a reason that happens by itself', { reason: 'returned', pieces: 1 }, 'reason'],
      ['no pieces', { reason: 'received' }, 'pieces'],
      ['0 pieces that came', { reason: 'received', pieces: 0 }, 'pieces'],
      ['a negative number', { reason: 'damaged', pieces: -1 }, 'pieces'],
      ['half a piece', { reason: 'damaged', pieces: 0.5 }, 'pieces'],
      ['text for pieces', { reason: 'damaged', pieces: '5' }, 'pieces'],
      ['far too many', { reason: 'received', pieces: 100_001 }, 'pieces'],
      ['a count of what nobody has seen', { reason: 'counted', pieces: 1, seen: null }, 'seen'],
      ['a long note', { reason: 'received', pieces: 1, note: 'x'.repeat(201) }, 'note'],
      ['a line break in the note', { reason: 'received', pieces: 1, note: 'a\nb' }, 'note'],
      ['no key', { reason: 'received', pieces: 1, key: '' }, 'key'],
    ]);
  });
});

describe('selling', () => {
  const reason = 'A new label is being printed.';
  const pause = (json: object = { reason }, who = operator, id = serum) =>
    who.post<Answer>(path(`${id}/pause`), json);
  const resume = (seen = reason) => operator.post<Answer>(path(`${serum}/resume`), { seen });
  const audited = () =>
    select(
      shop.db,
      sql`SELECT action, actor_id AS by, detail FROM audit WHERE about = ${serum} AND action LIKE 'selling%' ORDER BY rowid`,
    );

  test('is paused with a reason: quotes and orders say why, also with a cached product, until it is resumed', async ({
    shopper: person,
  }) => {
    const order = await orderOf(person, { [serum]: 1 });
    const rows = await audited();
    expect((await pause()).body.message).toBe('Glow Serum is not sold any more until you resume it.');
    const items = [{ _id: serum, name: 'Glow Serum', available: 0, reason }];
    for (const answer of [
      await placeOrder(person, order),
      await person.post('/api/order/quote', { items: order.items }),
    ])
      expect([answer.status, answer.body]).toMatchObject([
        409,
        { code: 'paused', message: `Glow Serum is not sold at the moment: ${reason}`, items },
      ]);
    expect(await countRows(shop.db, 'orders')).toBe(0);
    const live = await shop
      .client()
      .get<{ products: Record<string, object> }>(`/api/product/live?ids=${serum}`);
    expect(live.body.products[serum]).toMatchObject({ paused: reason });
    expect((await shop.client().get(`/api/product/${serum}`)).body.product.paused).toBe(reason);
    expect((await one(serum)).product).toMatchObject({ paused: reason, pausedBy: operator.name });

    expect((await resume()).body.message).toBe('Glow Serum is sold again.');
    expect((await one(serum)).product).toMatchObject({ paused: null, pausedAt: null, pausedBy: null });
    expect((await placeOrder(person, order)).status).toBe(200);
    expect((await audited()).slice(rows.length)).toEqual([
      { action: 'selling_paused', by: operator.id, detail: reason },
      { action: 'selling_resumed', by: operator.id, detail: null },
    ]);
  });

  test('paused by six operators at once: one is first, the others read who and why', async () => {
    const others = await Promise.all(times(6, () => shop.person('operator')));
    const count = (await audited()).length;
    const answers = await Promise.all(others.map((who, n) => pause({ reason: `Reason ${n}` }, who)));
    const { paused } = (await one(serum)).product;
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status !== 200))
      expect([body.code, body.message]).toEqual([
        'changed',
        `Asha Rao has already paused Glow Serum: ${paused}`,
      ]);
    expect(await audited()).toHaveLength(count + 1);
  });

  test('is not resumed by an operator who saw another reason, or after somebody else', async () => {
    await pause();
    expect((await resume('Another reason')).status).toBe(409);
    await resume();
    const rows = await snapshot(shop.db);
    const { status, body } = await resume();
    expect([status, body.message]).toEqual([409, 'Glow Serum is sold again already.']);
    expect(await snapshot(shop.db)).toEqual(rows);
  });

  test('of an unknown or retired product is a 404, and wrong fields change no row', async () => {
    await setRetired(shop.db, serum, true);
    for (const id of ['nothing-like-it', "x'%20OR%201=1", serum])
      expect((await pause({ reason }, operator, id)).status).toBe(404);
    await expectWrongFields(shop, pause, [
      ['no reason', {}, 'reason'],
      ['a blank one', { reason: ' ' }, 'reason'],
      ['161 characters', { reason: 'x'.repeat(161) }, 'reason'],
      ['a line break', { reason: 'a\nb' }, 'reason'],
      ['text that runs backwards', { reason: 'a \u202e b' }, 'reason'],
    ]);
  });
});

describe('12 orders at once', () => {
  test.each([
    ['received', 5, 100],
    ['damaged', 5, 10],
    ['counted', 10, 100],
  ])('and %s, %d: the ledger balances', async (reason, pieces, stock) => {
    await setStock(shop.db, serum, stock);
    await makeBalanced(shop.db);
    // With a code, an order always reads the database first.
    const code = await insertCoupon(shop.db);
    const [buyers, order] = [await shop.people(12), await orderWith(shop.client(), { [serum]: 1 }, code)];
    const key = randomUUID();
    shop.proxy.readFirst(13);
    await Promise.all([
      adjust({ key, reason, pieces, seen: stock }),
      ...buyers.map((buyer) => placeOrder(buyer, order)),
    ]);
    // Counted in the database, since an order may exist although its answer came too late.
    const [found] = await select<{ sold: number; change: number | null }>(
      shop.db,
      sql`SELECT (SELECT count(*) FROM orders) AS sold,
                 (SELECT change FROM stock_changes WHERE id = ${key}) AS change`,
    );
    const { sold = 0, change } = found ?? {};
    expect(await stockOf(shop.db, serum)).toBe(stock + (change ?? 0) - sold);
    expect(sold).toBeGreaterThan(0);
    // A number of pieces is never refused because of an order; a count may be.
    if (reason === 'received') expect(change).toBe(5);
    expect(await wrong()).toEqual([]);
  });

  test('with one between reading and counting: the count is refused', async ({ shopper: person }) => {
    const order = await orderOf(person, { [serum]: 1 });
    const writing = shop.proxy.hold(1);
    const counting = adjust({ reason: 'counted', pieces: 100 });
    await writing.arrived;
    await shop.db.write.run(sql`UPDATE products SET stock = stock - 1 WHERE id = ${serum}`);
    writing.release();
    const { status, body } = await counting;
    expect([status, body.code, body.stock]).toEqual([409, 'changed', 99]);
    expect((await placeOrder(person, order)).status).toBe(200);
    expect(await stockOf(shop.db, serum)).toBe(98);
  });
});
