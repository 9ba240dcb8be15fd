/**
 * Products at the desk: what shoppers see at once, what is refused, undoing for a day, and that a sync keeps what content does
 * not have yet.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import type { ImportFacts } from '#domain/import/import-facts.ts';
import { readSalesFile } from '#domain/pricing/sales-file.ts';
import { selectChanged } from '#functions/catalogue/changed-prices.ts';
import { startOfDay } from '#lib/dates.ts';
import { readProducts } from '#tools/lib/content.ts';
import { day, hour, setClock } from '../support/clock.ts';
import {
  changeAtDesk,
  liveOf,
  readAtDesk,
  resetProducts,
  setPrice,
  syncContent,
  undoAtDesk,
} from '../support/desk-products.ts';
import { itemsOf, orderOf, placeOrder, serum, toner } from '../support/orders.ts';
import { plansOf } from '../support/query-plans.ts';
import { expectWrongFields } from '../support/refusals.ts';
import { select, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ keepsData: true });

type Changes = { state: string; reason: string | null }[];
const changes = () =>
  select<Changes[number]>(shop.db, sql`SELECT state, reason FROM catalogue_changes ORDER BY rowid`);
/** The serum of content, with other fields. */
const serumWith = (fields: object) => {
  const product = readProducts().get(serum);
  if (!product) throw new Error('no serum');
  return [[serum, { ...product, ...fields }]] as const;
};

beforeEach(() => resetProducts(shop));

describe('a price', () => {
  test('is in quotes, carts, orders, pages, cards and the search with the next request', async ({
    shopper,
  }) => {
    const old = await orderOf(shopper, { [serum]: 1 });
    expect((await setPrice(operator, 54_900)).body).toMatchObject({ success: true });
    const { body } = await shopper.post('/api/order/quote', { items: itemsOf({ [serum]: 1 }) });
    expect(body.quote.subtotal).toBe(549);
    expect(await liveOf(shopper)).toMatchObject({ price: 549, originalPrice: 749 });
    const { products } = (await shopper.get<{ products: Record<string, object> }>('/api/product/sale-prices'))
      .body;
    expect(products).toEqual({
      [serum]: { price: 54_900, originalPrice: 74_900, onSale: false, amounts: { [serum]: 549 } },
    });
    const found = await shopper.get('/api/product/search?q=glow+serum&price=540-550');
    expect(found.body.products).toMatchObject([{ _id: serum, price: 549 }]);
    expect((await placeOrder(shopper, old)).body).toMatchObject({ code: 'amount_changed' });
  });

  test('of a size changes that one alone; the desk shows who changed it', async () => {
    await changeAtDesk(operator, { items: [{ id: serum, price: 60_000, originalPrice: null }] });
    const { product, rows } = await readAtDesk(operator);
    expect(product.items[0]).toMatchObject({ price: 60_000, originalPrice: null });
    expect(rows).toMatchObject([
      {
        did: 'price ₹599.00 → ₹600.00, MRP ₹749.00 → none',
        actor: 'Priya Nair',
        state: 'waiting',
        canUndo: true,
      },
    ]);
    const { items } = (
      await operator.get<{ items: { id: string; price: number }[] }>('/api/desk/catalogue/products')
    ).body;
    expect(items.find(({ id }) => id === serum)).toMatchObject({ price: 60_000, originalPrice: null });
    const [entry] = (await operator.get<{ rows: { did: string; about: string }[] }>('/api/desk/audit')).body
      .rows;
    expect(entry).toMatchObject({ did: 'changed a product', about: serum });
  });

  test('below half of the present one has to be confirmed, and the MRP is the limit', async () => {
    const before = await snapshot(shop.db);
    const { status, body } = await setPrice(operator, 29_900);
    expect([status, body.code, body.doubts]).toEqual([
      409,
      'confirm',
      ['the price changes from ₹599.00 to ₹299.00.'],
    ]);
    expect(await snapshot(shop.db)).toEqual(before);
    expect((await setPrice(operator, 29_900, { confirmed: true })).status).toBe(200);
    expect(await liveOf(operator)).toMatchObject({ price: 299 });
  });

  test('that is none is refused at its field, and nothing changes', async () => {
    const { version } = (await readAtDesk(operator)).product;
    const item = (fields: object) => ({ version, items: [{ id: serum, ...fields }] });
    const sale = { name: 'Sale', from: '2027-01-01', until: '2027-01-05', percent: 10 };
    await expectWrongFields(shop, (json) => operator.post(`/api/desk/products/${serum}`, json), [
      ['a negative price', item({ price: -100 }), 'items.0.price'],
      ['nothing', item({ price: 0 }), 'items.0.price'],
      ['half a paisa', item({ price: 100.5 }), 'items.0.price'],
      ['a text', item({ price: '599' }), 'items.0.price'],
      ['a price above the MRP', item({ price: 75_000 }), 'items.0.price'],
      ['an MRP below the price', item({ originalPrice: 50_000 }), 'items.0.price'],
      [
        'a sale that ends before it begins',
        item({ sale: { ...sale, until: '2026-12-31' } }),
        'items.0.sale.until',
      ],
      ['91 per cent', item({ sale: { ...sale, percent: 91 } }), 'items.0.sale.percent'],
      ['a percentage and a price', item({ sale: { ...sale, price: 100 } }), 'items.0.sale.price'],
      ['a day that is none', item({ sale: { ...sale, from: '2027-02-30' } }), 'items.0.sale.from'],
      ['another product', { version, items: [{ id: toner, price: 100 }] }, 'items.0.id'],
      ['an unknown status', { version, status: 'sold' }, 'status'],
    ]);
  });

  test('changes for operators alone, and not with an ended session', async ({ shopper }) => {
    const before = await snapshot(shop.db);
    const change = { version: 0, items: [{ id: serum, price: 100 }], confirmed: true };
    for (const [who, status] of [
      [shop.client(), 401],
      [shopper, 403],
      [shop.client('x'.repeat(43)), 401],
    ] as const)
      expect((await who.post(`/api/desk/products/${serum}`, change)).status).toBe(status);
    expect(await snapshot(shop.db)).toEqual(before);
  });
});

test('of two operators the second is shown what the first has changed, and nothing is lost', async () => {
  const second = await shop.person('operator');
  const { version } = (await readAtDesk(second)).product;
  await setPrice(operator, 58_900);
  const { status, body } = await changeAtDesk(second, { version, items: [{ id: serum, price: 57_900 }] });
  expect([status, body.code, body.version]).toEqual([409, 'changed', version + 1]);
  expect(body.message).toMatch(/Priya Nair: price ₹599\.00 → ₹589\.00/);
  // Both at once: one of them is first.
  const prices = [56_900, 55_900, 54_900, 53_900];
  const now = (await readAtDesk(second)).product.version;
  const answers = await Promise.all(
    prices.map((price) => changeAtDesk(operator, { version: now, items: [{ id: serum, price }] })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  expect(await changes()).toHaveLength(2);
});

describe('a sale', () => {
  const today = new Date(Date.now() + 5.5 * hour).toISOString().slice(0, 10);
  const midnight = startOfDay(today) ?? 0;
  const sale = { name: 'Diwali', from: today, until: today, percent: 20 };

  test('is on at once, and over after its last day', async ({ shopper }) => {
    await changeAtDesk(operator, { items: [{ id: serum, sale }] });
    expect(await liveOf(shopper)).toMatchObject({ price: 479.2, sale: { name: 'Diwali' } });
    expect((await readAtDesk(operator)).product.items[0]).toMatchObject({
      sale: { name: 'Diwali', from: midnight, until: midnight + day, percent: 20 },
      otherSales: [],
    });
    await setClock(shop, day);
    expect(await liveOf(shopper)).toMatchObject({ price: 599, sale: null });
  });

  test('is in the file of sales that an import is given, until it is undone', async () => {
    const imported = async () =>
      readSalesFile(
        (await operator.get<{ facts: ImportFacts }>('/api/desk/catalogue/import')).body.facts.sales,
      );
    await resetProducts(shop);
    const before = await imported();
    await changeAtDesk(operator, { items: [{ id: serum, sale }] });
    await changeAtDesk(operator, { items: [{ id: serum, sale: { ...sale, percent: 25 } }] });
    expect(await imported()).toEqual([
      ...before,
      expect.objectContaining({ name: 'Diwali', percent: 25, products: [serum], until: midnight + day }),
    ]);
    await undoAtDesk(operator);
    await undoAtDesk(operator, (await readAtDesk(operator)).rows.at(-1)?.id);
    expect(await imported()).toEqual(before);
  });

  test('below half has to be confirmed; taken off, the price is the usual one; a sync keeps both', async () => {
    const half = { items: [{ id: serum, sale: { ...sale, percent: 60 } }] };
    expect((await changeAtDesk(operator, half)).body).toMatchObject({ code: 'confirm' });
    expect((await changeAtDesk(operator, { ...half, confirmed: true })).status).toBe(200);
    await syncContent(shop);
    expect(await liveOf(operator)).toMatchObject({ price: 239.6 });
    await changeAtDesk(operator, { items: [{ id: serum, sale: null }] });
    await syncContent(shop);
    expect(await liveOf(operator)).toMatchObject({ price: 599, sale: null });
  });
});

describe('a status', () => {
  test('retired: it is not sold any more; published again: it is', async ({ shopper }) => {
    await changeAtDesk(operator, { status: 'retired' });
    expect(await liveOf(shopper)).toMatchObject({ retired: true });
    expect((await syncContent(shop)).retired).toBe(0);
    expect(await liveOf(shopper)).toMatchObject({ retired: true });
    await changeAtDesk(operator, { status: 'published' });
    expect(await liveOf(shopper)).toMatchObject({ retired: false, price: 599 });
  });

  test('a draft is nowhere; published, it is sold with its whole content, its price and stock', async ({
    shopper,
  }) => {
    const id = 'new-balm';
    const [, balm] = serumWith({ name: 'New Balm', status: 'draft', openingStock: 7, variants: [] })[0];
    await syncContent(shop, [[id, balm]]);
    const page = `/api/product/${id}`;
    expect((await shopper.get(page)).status).toBe(404);
    await changeAtDesk(operator, { items: [{ id, price: 50_000 }] }, id);
    expect((await shopper.get(page)).status).toBe(404);
    await changeAtDesk(operator, { status: 'published' }, id);
    expect((await shopper.get(page)).body.product).toMatchObject({
      name: 'New Balm',
      price: 500,
      stock: 7,
      benefits: balm.benefits.join('\n'),
    });
    await syncContent(shop, [[id, balm]]);
    expect((await shopper.get(page)).body.product).toMatchObject({ price: 500, stock: 7, retired: false });
  });
});

describe('undo', () => {
  test('brings back the values for a day, once', async () => {
    await setPrice(operator, 54_900);
    const id = (await readAtDesk(operator)).rows[0]?.id;
    expect((await undoAtDesk(operator)).status).toBe(200);
    expect(await liveOf(operator)).toMatchObject({ price: 599 });
    expect((await undoAtDesk(operator, id)).body).toMatchObject({ code: 'changed' });
    expect((await undoAtDesk(operator, crypto.randomUUID())).status).toBe(404);
    await setPrice(operator, 53_900);
    await setClock(shop, day);
    expect((await undoAtDesk(operator)).body).toMatchObject({ code: 'too_late' });
    expect(await liveOf(operator)).toMatchObject({ price: 539 });
  });

  test('is refused when the value was changed again, or would be above the MRP', async () => {
    await setPrice(operator, 58_900);
    const id = (await readAtDesk(operator)).rows[0]?.id;
    await changeAtDesk(operator, { items: [{ id: serum, originalPrice: 59_000 }] });
    expect((await undoAtDesk(operator, id)).body.message).toMatch(/above the MRP/);
    await setPrice(operator, 57_900);
    expect((await undoAtDesk(operator, id)).body.message).toMatch(/₹589\.00 → ₹579\.00/);
  });
});

describe('a sync', () => {
  test('keeps a change that content does not have, and ends it when content has it', async () => {
    await setPrice(operator, 54_900);
    await syncContent(shop);
    expect(await liveOf(operator)).toMatchObject({ price: 549 });
    expect(await changes()).toMatchObject([{ state: 'waiting' }]);
    await syncContent(shop, serumWith({ price: 54_900 }));
    expect(await liveOf(operator)).toMatchObject({ price: 549 });
    expect(await changes()).toMatchObject([{ state: 'built' }]);
    // An editor changes it later.
    await syncContent(shop, serumWith({ price: 61_900 }));
    expect(await liveOf(operator)).toMatchObject({ price: 619 });
  });

  test('of the first of two changes keeps the second', async () => {
    await setPrice(operator, 54_900);
    await setPrice(operator, 53_900);
    await syncContent(shop, serumWith({ price: 54_900 }));
    expect(await liveOf(operator)).toMatchObject({ price: 539 });
    expect(await changes()).toMatchObject([{ state: 'built' }, { state: 'waiting' }]);
  });

  test('with what an editor has written meanwhile takes that, and says so', async () => {
    await setPrice(operator, 54_900);
    await syncContent(shop, serumWith({ price: 61_900 }));
    expect(await liveOf(operator)).toMatchObject({ price: 619 });
    expect((await readAtDesk(operator)).rows).toMatchObject([{ stateText: 'Replaced by content' }]);
  });
});

test('what the desk has changed is read by the ids of its products, not by the index of all that is sold', async () => {
  const { sql: query, params } = selectChanged(shop.db, Date.now()).toSQL();
  const [plan] = await plansOf(shop.stack.databaseUrl, [{ sql: query, args: params as string[] }]);
  expect(plan?.filter((step) => /SEARCH products|SCAN products/.test(step))).toEqual([
    expect.stringMatching(/autoindex_products_1 \(id=/),
    expect.stringMatching(/products_group \(group_id=/),
  ]);
});
