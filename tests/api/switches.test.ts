/** A Worker whose shop has parts switched off (docs/behaviour.md, "Switches"). */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { orders } from '#db/schema/index.ts';
import type { LiveResponse } from '#lib/api.ts';
import { orderOf, placeOrder, serum } from '../support/orders.ts';
import { deliver } from '../support/reviews.ts';
import { shopTest } from '../support/shop-test.ts';

const off = ['reviews', 'newsletter', 'wishlist'].map((name) => [`features.${name}`, false] as const);
const { shop, operator, test } = shopTest({
  simulators: true,
  store: { ...Object.fromEntries(off), 'stripe.offered': false },
});

describe('an address of a part that is off', () => {
  test.for([
    ['GET', `/api/reviews/${serum}`],
    ['POST', `/api/reviews/${serum}`],
    ['GET', '/api/reviews/counts'],
    ['POST', '/api/subscribe'],
    ['GET', '/api/wishlist'],
    ['POST', '/api/wishlist'],
  ] as const)('%s %s is unknown', async ([method, path], { shopper }) => {
    const answer = method === 'GET' ? await shopper.get(path) : await shopper.post(path, {});
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ success: false, code: 'not_found' });
  });

  test('is no page either', async ({ shopper }) => {
    expect((await shopper.get(`/product/${serum}/reviews`)).status).toBe(404);
  });
});

test('a product has no rating, and who got an order is not asked for one', async ({ shopper, order }) => {
  const { body } = await shopper.get<LiveResponse>(`/api/product/live?ids=${serum}`);
  expect(body.products[serum]).toMatchObject({ rating: 0, reviews: 0 });
  await deliver(operator, order._id);
  const [row] = await shop.db.read.select().from(orders).where(eq(orders.id, order._id));
  expect(row).toMatchObject({ status: 'Delivered', askAt: null });
});

test('a way to pay that is off is not listed, and refused', async ({ shopper }) => {
  const { body } = await shopper.get<{ paymentMethods: { id: string }[] }>('/api/store');
  expect(body.paymentMethods.map(({ id }) => id)).toEqual(['razorpay', 'cod']);
  const order = await orderOf(shopper, { [serum]: 1 });
  const refused = await shopper.post('/api/order/stripe', order);
  expect([refused.status, refused.body.code]).toEqual([409, 'method_closed']);
  expect((await placeOrder(shopper, order)).status).toBe(200);
});
