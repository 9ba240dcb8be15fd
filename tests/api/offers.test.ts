/**
 * What a quote offers the cart: listed codes (docs/behaviour.md, "Discount codes"), and a kit instead of its parts ("Kits in
 * the cart").
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { coupons, products } from '#db/schema/index.ts';
import { store } from '#functions/lib/store.ts';
import { findOffers } from '#functions/pricing/offers.ts';
import { type Client, times } from '../support/client.ts';
import { insertCoupon, orderWith, quoteWith, silentProviders, waitingOrder } from '../support/coupons.ts';
import { itemsOf, placeOrder, serum, toner } from '../support/orders.ts';
import { plansOf } from '../support/query-plans.ts';
import { countRows, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ proxy: true, vars: { ...silentProviders, COUPON_TRIES_PER_HOUR: '2' } });

beforeEach(() => shop.db.write.delete(coupons));

type Listed = { code: string; percent: number; saves: number; missing: number; message: string };

const ask = (client: Client, pieces = 1) =>
  client.post<{ offers: { codes: Listed[] } }>('/api/order/quote', {
    items: itemsOf({ [serum]: pieces }),
    listOffers: true,
  });
const listed = async (client: Client = shop.client(), pieces = 1) =>
  (await ask(client, pieces)).body.offers.codes;
const namesFor = async (client?: Client) => (await listed(client)).map(({ code }) => code);

describe('the listed codes', () => {
  test('are in the answer only when they are asked for; then three, the one that saves most first', async () => {
    for (const percent of [5, 20, 10, 15])
      await insertCoupon(shop.db, { code: `OFF-${percent}`, percent, listed: true });
    expect((await quoteWith(shop.client(), { [serum]: 1 })).body).not.toHaveProperty('offers');
    const before = await snapshot(shop.db);
    expect(await listed()).toEqual([
      { code: 'OFF-20', percent: 20, saves: 119.8, missing: 0, message: '20% off, you save ₹119.80.' },
      { code: 'OFF-15', percent: 15, saves: 89.85, missing: 0, message: '15% off, you save ₹89.85.' },
      { code: 'OFF-10', percent: 10, saves: 59.9, missing: 0, message: '10% off, you save ₹59.90.' },
    ]);
    expect(await snapshot(shop.db)).toEqual(before);
    const { quote } = (await quoteWith(shop.client(), { [serum]: 1 }, 'OFF-20')).body;
    expect(quote.amount).toBe(599 - 119.8);
  });

  test('that need a little more follow, the smallest minimum first, and say what is missing', async () => {
    await insertCoupon(shop.db, { code: 'NOW', percent: 5, listed: true });
    await insertCoupon(shop.db, { code: 'LATER', percent: 50, minSubtotal: 110_000, listed: true });
    await insertCoupon(shop.db, { code: 'SOON', percent: 15, minSubtotal: 100_000, listed: true });
    await insertCoupon(shop.db, { code: 'TWICE', minSubtotal: 119_801, listed: true });
    expect(await listed()).toMatchObject([
      { code: 'NOW', saves: 29.95 },
      { code: 'SOON', saves: 0, missing: 401, message: 'Add ₹401.00 more for 15% off.' },
      { code: 'LATER', saves: 0, missing: 501 },
    ]);
    expect((await listed(shop.client(), 2)).map(({ code }) => code)).toEqual(['LATER', 'SOON', 'NOW']);
  });

  test.for<[string, Parameters<typeof insertCoupon>[1]]>([
    ['not listed', { listed: false }],
    ['over', { validUntil: Date.now() - 1 }],
    ['used up', { maxUses: 2, uses: 2 }],
    ['of an address', { email: 'asha@example.in' }],
    ['for more than twice the cart', { minSubtotal: 119_801 }],
  ])('do not include one that is %s', async ([, given]) => {
    const code = await insertCoupon(shop.db, { listed: true });
    await insertCoupon(shop.db, { listed: true, percent: 50, ...given });
    expect(await namesFor()).toEqual([code]);
  });

  test('do not include the own code of the shopper, even if its row says so', async ({ shopper: person }) => {
    await insertCoupon(shop.db, { email: person.email, listed: true });
    expect(await listed(person)).toEqual([]);
  });

  test('do not include one that this customer has used, and that others may use', async ({
    shopper: person,
  }) => {
    const code = await insertCoupon(shop.db, { maxUsesPerCustomer: 1, listed: true });
    expect(await namesFor(person)).toEqual([code]);
    expect((await placeOrder(person, await orderWith(person, { [serum]: 1 }, code))).status).toBe(200);
    expect([await namesFor(person), await namesFor()]).toEqual([[], [code]]);
  });

  test('include one whose last use is in the shopper’s own unpaid order, which a new order replaces', async ({
    shopper: person,
  }) => {
    const code = await insertCoupon(shop.db, { maxUses: 1, listed: true });
    await waitingOrder(shop.db, person, code);
    expect([await namesFor(person), await namesFor()]).toEqual([[code], []]);
  });

  test('say what the total falls by: a smaller discount that keeps delivery free comes first', async () => {
    await insertCoupon(shop.db, { code: 'MORE', percent: 5, listed: true });
    await insertCoupon(shop.db, { code: 'LESS', percent: 4, listed: true });
    await insertCoupon(shop.db, { code: 'NOTHING', percent: 6, minSubtotal: 60_000, listed: true });
    const withFee = { ...store, delivery: { ...store.delivery, fee: 2000, freeFrom: 57_000 } };
    const codes = async (subtotal: number) => {
      const nobody = { id: sql`NULL`, customers: [], email: undefined };
      const order = { lines: [], quote: { subtotal }, coupon: undefined };
      const { codes } = await findOffers(shop.db, withFee, order, nobody, Date.now());
      return codes.map(({ code, saves }) => [code, saves]);
    };
    expect(await codes(59_900)).toEqual([
      ['LESS', 23.96],
      ['MORE', 9.95],
      ['NOTHING', 0],
    ]);
    // 4 % of ₹500 are ₹20, which the delivery would then cost: the code saves nothing.
    expect(await codes(57_000)).toEqual([
      ['MORE', 8.5],
      ['LESS', 2.8],
      ['NOTHING', 0],
    ]);
  });
});

describe('the page of a product', () => {
  const offers = async (...ids: string[]) => {
    const { body } = await shop
      .client()
      .get<{ products: Record<string, { offer?: string }> }>(`/api/product/live?ids=${ids.join(',')}`);
    return ids.map((id) => body.products[id]?.offer);
  };

  test('says what the best listed code takes off a piece, or from which subtotal; nothing where it is far', async () => {
    expect(await offers(serum, toner)).toEqual([undefined, undefined]);
    await insertCoupon(shop.db, { code: 'SOON', percent: 15, minSubtotal: 70_000, listed: true });
    expect(await offers(serum, toner)).toEqual(['15% off from ₹700.00 with SOON', undefined]);
    await insertCoupon(shop.db, { code: 'NOW', percent: 5, listed: true });
    expect(await offers(serum, toner)).toEqual(['5% off with NOW', '5% off with NOW']);
  });

  test.for<[string, Parameters<typeof insertCoupon>[1]]>([
    ['is not listed', { listed: false }],
    ['is over', { validUntil: Date.now() - 1 }],
    ['is used up', { maxUses: 2, uses: 2 }],
    ['is of an address, even if its row says that it is listed', { email: 'asha@example.in' }],
  ])('says nothing of a code that %s', async ([, given]) => {
    await insertCoupon(shop.db, { listed: true, percent: 50, ...given });
    expect(await offers(serum)).toEqual([undefined]);
  });
});

describe('a kit', () => {
  const kit = 'morning-ritual-kit';
  const parts = ['purifying-cleanser', serum, 'daily-veil-spf-50'];
  const all = Object.fromEntries(parts.map((part) => [part, 1]));
  const offered = async (cart: Record<string, number>, couponCode?: string) => {
    const json = { items: itemsOf(cart), listOffers: true, ...(couponCode && { couponCode }) };
    const { body } = await shop
      .client()
      .post<{ offers: { kit: OfferedKit | null } }>('/api/order/quote', json);
    return body.offers.kit;
  };
  type OfferedKit = { _id: string; quantity: number; saves: number };
  const amountOf = async (cart: Record<string, number>, code?: string) =>
    (await quoteWith(shop.client(), cart, code)).body.quote.amount;

  test('is offered instead of its parts, and saves what it says', async () => {
    expect(await offered(all)).toEqual({
      _id: kit,
      name: 'Morning Ritual',
      quantity: 1,
      parts,
      saves: 248,
      message: 'Its 3 products as one kit: you save ₹248.00.',
    });
    expect((await amountOf(all)) - (await amountOf({ [kit]: 1 }))).toBe(248);
    const more = { ...all, [serum]: 3, [toner]: 1 };
    expect(await offered(more)).toMatchObject({ quantity: 1, saves: 248 });
    expect(await offered({ [serum]: 2, 'purifying-cleanser': 2 })).toBe(null);
    expect(await offered({ ...Object.fromEntries(parts.map((part) => [part, 2])) })).toMatchObject({
      quantity: 2,
      saves: 496,
      message: 'Its 3 products as 2 kits: you save ₹496.00.',
    });
  });

  test('saves that beside the code of the cart, and is not offered where the code takes off more from its parts', async () => {
    const code = await insertCoupon(shop.db, { percent: 10 });
    const [before, after] = [await amountOf(all, code), await amountOf({ [kit]: 1 }, code)];
    expect([before, after, (await offered(all, code))?.saves]).toEqual([1392.3, 1169.1, 223.2]);
    const large = await insertCoupon(shop.db, { percent: 50, minSubtotal: 150_000 });
    expect([await amountOf(all, large), await offered(all, large)]).toEqual([773.5, null]);
  });

  test.for([
    ['paused', { paused: 'it is checked' }],
    ['no longer sold', { retired: true }],
    ['in no list', { hidden: true }],
    ['as dear as its parts', { price: 154_700 }],
  ] as const)('is not offered while it is %s', async ([, values]) => {
    await shop.db.write.update(products).set(values).where(eq(products.id, kit));
    expect(await offered(all)).toBe(null);
  });
});

test('one more call finds them, by the index of the listed codes, however many there are', async () => {
  await ask(shop.client());
  shop.proxy.reset();
  shop.proxy.statements.clear();
  await ask(shop.client());
  const few = shop.proxy.calls.length;
  await shop.db.write
    .insert(coupons)
    .values(
      times(200, (n) => ({
        code: `MANY-${n}`,
        percent: 1,
        validUntil: Date.now() + 1e9,
        createdAt: 0,
        listed: true,
      })),
    );
  shop.proxy.reset();
  expect(await listed()).toHaveLength(3);
  expect(shop.proxy.calls.length).toBe(few);
  const [statement = ''] = [...shop.proxy.statements].filter((one) => one.includes('"listed" = 1'));
  const [plan = []] = await plansOf(shop.stack.databaseUrl, [statement]);
  expect(plan).toContainEqual(expect.stringContaining('SEARCH coupons USING INDEX coupons_listed'));
});

test('asking is no guess, and a network that has guessed too often can still use a listed code', async ({
  shopper: person,
}) => {
  const code = await insertCoupon(shop.db, { listed: true });
  const unlisted = await insertCoupon(shop.db);
  for (const _ of times(5, () => 0)) expect(await namesFor(person)).toEqual([code]);
  for (const _ of times(5, () => 0)) expect((await quoteWith(person, { [serum]: 1 }, code)).status).toBe(200);
  expect(await countRows(shop.db, 'attempts', sql`key LIKE 'coupon%'`)).toBe(0);
  for (const n of [1, 2, 3]) await quoteWith(person, { [serum]: 1 }, `NO-SUCH-${n}`);
  expect((await quoteWith(person, { [serum]: 1 }, unlisted)).status).toBe(429);
  expect(await namesFor(person)).toEqual([code]);
  expect((await placeOrder(person, await orderWith(person, { [serum]: 1 }, code))).status).toBe(200);
});

test.for(['yes', 1, null])('listOffers: %j is refused', async (listOffers) => {
  const items = itemsOf({ [serum]: 1 });
  const { status, body } = await shop.client().post('/api/order/quote', { items, listOffers });
  expect([status, Object.keys(body.fields)]).toEqual([422, ['listOffers']]);
});
