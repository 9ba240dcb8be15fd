/**
 * Sizes and shades (docs/behaviour.md, "Sizes and shades"): each is listed, ordered, invoiced, packed, given back and
 * reviewed with its own id, price and stock; the reviews are those of the product.
 */

import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { syncCatalogue } from '#db/sync.ts';
import type { ApiProduct, WithVariants } from '#domain/catalogue/product.ts';
import { sellableId } from '#domain/catalogue/sellable-id.ts';
import { readProducts } from '#tools/lib/content.ts';
import { attachTracking } from '../support/desk.ts';
import { invoiceOf } from '../support/documents.ts';
import { productsWithOptions, tee } from '../support/options.ts';
import { itemsOf, orderOf, placeOrder } from '../support/orders.ts';
import { refundingOf, back as returned } from '../support/refund-parts.ts';
import { deliver, deliveredOrder, linkFor, writeReview } from '../support/reviews.ts';
import { makeKnown, setRetired } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';
import { large, plum, productsInVariants, rose } from '../support/variants.ts';

const { shop, operator, test } = shopTest({ simulators: true, keepsData: true });
const read = async (id: string): Promise<ApiProduct> =>
  (await shop.client().get(`/api/product/${id}`)).body.product;
const stocks = async () => Promise.all([rose, plum].map(async (id) => (await read(id)).stock));

beforeAll(async () => {
  const catalogue = new Map([...readProducts(), ...productsInVariants()]);
  expect(await syncCatalogue({ url: shop.stack.databaseUrl }, catalogue)).toMatchObject({ added: 4 });
});

test('each has the name of the product with its own, its price and its stock; group names the product', async () => {
  expect(await read(rose)).toMatchObject({
    name: 'Velvet Tint, Rose',
    group: 'velvet-tint',
    label: 'Rose',
    kind: 'shade',
    price: 300,
    originalPrice: 400,
    stock: 5,
  });
  expect(await read(plum)).toMatchObject({
    name: 'Velvet Tint, Plum',
    price: 300,
    stock: 2,
    sku: 'VT-P',
    barcode: null,
  });
  expect(await read(large)).toMatchObject({
    name: 'सीड वॉश, 250 ml',
    price: 450,
    originalPrice: 450,
    label: '250 ml',
  });
  const { body } = await shop.client().get(`/api/product/live?ids=${rose},${plum},${large}`);
  expect(Object.keys(body.products).sort()).toEqual([large, plum, rose].sort());
});

test('a product is read with its sizes and shades, in the order of content and with their colours', async () => {
  const catalogue = new Map([...readProducts(), ...productsInVariants(), ...productsWithOptions()]);
  await syncCatalogue({ url: shop.stack.databaseUrl }, catalogue);
  const all = async (id: string) => {
    const { variants } = (await shop.client().get<WithVariants>(`/api/product/${id}`)).body;
    return variants.map(({ _id, swatch, choices }) => [_id, swatch, choices.map(({ value }) => value)]);
  };
  for (const [id, { variants }] of catalogue)
    expect(await all(id), id).toEqual(
      variants.map(({ id: variant, swatch = null, choices }) => [sellableId(id, variant), swatch, choices]),
    );
  await setRetired(shop.db, rose, true);
  expect((await all(plum)).map(([id]) => id)).not.toContain(rose);
  await setRetired(shop.db, rose, false);
});

test('the feed groups them, with the colour or size, and the codes of each', async () => {
  const pictured = new Map(
    [...productsInVariants()].map(([id, product]) => [
      id,
      { ...product, pictures: [{ file: '1.jpg', alt: '' }] },
    ]),
  );
  const all = new Map([...readProducts(), ...pictured, ...productsWithOptions()]);
  await syncCatalogue({ url: shop.stack.databaseUrl }, all);
  const { text } = await shop.client().get('/feed.xml');
  const item = (id: string) => text.split('<item>').find((one) => one.includes(`<g:id>${id}<`)) ?? '';
  expect(item(rose)).toContain('<g:gtin>4006381333931</g:gtin>');
  for (const [id, label, code] of [
    [plum, 'Plum', '<g:mpn>VT-P<'],
    [rose, 'Rose', '<g:gtin>'],
  ] as const) {
    expect(item(id)).toContain('<g:item_group_id>velvet-tint</g:item_group_id>');
    expect(item(id)).toContain(`<g:color>${label}</g:color>`);
    expect(item(id)).toContain(code);
  }
  expect(item(large)).toContain('<g:size>250 ml</g:size>');
  expect(item(plum)).toContain('/product/velvet-tint?variant=plum<');
  const withOptions = item(`${tee}--red-s-cotton`);
  for (const field of [`item_group_id>${tee}`, 'color>Red', 'size>S', 'material>Cotton'])
    expect(withOptions).toContain(`<g:${field}<`);
});

test('cart, order, invoice, packing and a part given back name the variant and count its pieces alone', async () => {
  const person = await shop.person();
  expect((await person.post('/api/cart/add', { itemId: plum, quantity: 2 })).status).toBe(200);
  expect((await person.post('/api/cart/get')).body.cartData).toEqual({ [plum]: 2 });
  await makeKnown(shop.db, [person]);
  const order = await orderOf(person, { [plum]: 2, [rose]: 1, [large]: 1 });
  expect(order.amount).toBe(1350);
  const { status, body } = await placeOrder(person, order);
  expect(status, body.message).toBe(200);
  const orderId = body.order._id;
  expect(await stocks()).toEqual([4, 0]);
  const more = await placeOrder(person, { ...order, items: itemsOf({ [plum]: 1 }), amount: 300 });
  expect(more.body).toMatchObject({
    code: 'out_of_stock',
    items: [{ _id: plum, name: 'Velvet Tint, Plum', available: 0 }],
  });

  const { body: papers } = await operator.post('/api/desk/orders/print/papers', {
    orderIds: [orderId],
    papers: ['slips'],
  });
  expect(JSON.stringify(papers)).toContain('Velvet Tint, Plum');
  expect((await attachTracking(operator, orderId)).status).toBe(200);
  const { document } = (await invoiceOf(person, orderId)).body;
  expect(document.lines.map(({ description, hsn, total }) => [description, hsn, total])).toEqual([
    ['Velvet Tint, Plum', document.lines[0]?.hsn, 60_000],
    ['Velvet Tint, Rose', document.lines[0]?.hsn, 30_000],
    ['सीड वॉश, 250 ml', '340130', 45_000],
  ]);
  await operator.post('/api/order/move', { orderId, status: 'Out for Delivery' });
  await operator.post('/api/order/move', { orderId, status: 'Delivered' });
  await shop.db.write.update(orders).set({ paid: true }).where(eq(orders.id, orderId));
  const back = await refundingOf(shop, person, operator).giveBack(orderId, { lines: [returned(0, 1, true)] });
  expect(back.status, back.body.message).toBe(200);
  expect(await stocks()).toEqual([4, 1]);
});

describe('reviews', () => {
  test('are of the product, by who got any of its shades, and say which', async ({ shopper }) => {
    await makeKnown(shop.db, [shopper]);
    const { body } = await placeOrder(shopper, await orderOf(shopper, { [plum]: 1 }));
    expect((await writeReview(shopper, 'velvet-tint')).body.review).toMatchObject({
      verified: false,
      variant: null,
    });
    await deliver(operator, body.order._id);
    expect((await writeReview(shopper, 'velvet-tint')).body.review).toMatchObject({
      verified: true,
      variant: 'Plum',
    });
    const { body: listed } = await shop.client().get('/api/reviews/velvet-tint');
    expect(listed).toMatchObject([{ productId: 'velvet-tint', variant: 'Plum' }]);
    expect((await writeReview(shopper, plum)).status).toBe(404);
  });

  test('by the link of an order with a variant', async () => {
    const { guest, orderId } = await deliveredOrder(shop, operator, { [large]: 1 });
    const link = linkFor(orderId, 'seed-wash');
    const written = await writeReview(guest, 'seed-wash', { link });
    expect(written.body.review).toMatchObject({ verified: true, variant: '250 ml' });
  });
});

test('a variant that leaves the content is retired, and the others stay', async () => {
  const catalogue = productsInVariants();
  const tint = catalogue.get('velvet-tint');
  if (!tint) throw new Error('there is no tint');
  catalogue.set('velvet-tint', { ...tint, variants: [] });
  const result = await syncCatalogue(
    { url: shop.stack.databaseUrl },
    new Map([...readProducts(), ...catalogue, ...productsWithOptions()]),
  );
  expect(result).toMatchObject({ retired: 1 });
  expect(await read(plum)).toMatchObject({ retired: true });
  expect(await read(rose)).toMatchObject({ retired: false, name: 'Velvet Tint', group: null });
});
