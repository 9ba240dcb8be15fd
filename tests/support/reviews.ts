/** Reviews by accounts and by the links of emails. */
import { expect } from 'vitest';
import { attempts, orders, outbox, products, reviewOptOuts, reviews } from '#db/schema/index.ts';
import type { ApiOwnReview, ApiRatingCounts, ApiReview } from '#domain/reviews/review.ts';
import { reviewLink } from '#functions/reviews/review-link.ts';
import type { ApiBody, Client } from './client.ts';
import { ship } from './desk.ts';
import { guestOrder, newGuest } from './guests.ts';
import { serum } from './orders.ts';
import { linkKey, type TestShop } from './shop.ts';

export const said = { rating: 4, comment: 'Light, and it never pills.' };

export type ReviewAnswer = ApiBody & Omit<ApiOwnReview, 'review'> & { review: ApiReview };

/** The link of the email about an order, for a shop with {@link linkKey}. */
export const linkFor = (orderId: string, productId: string): string =>
  reviewLink(linkKey, orderId, productId);

/** The reviews of a product, as everybody reads them. @param query such as `?sort=lowest` */
export const listedReviews = async (shop: TestShop, productId: string, query = '') =>
  (await shop.client().get<ApiReview[]>(`/api/reviews/${productId}${query}`)).body;

/** How many reviews of a product have each number of stars, and how many photos are public. */
export const ratingsOf = async (shop: TestShop, productId: string) =>
  (await shop.client().get<ApiRatingCounts>(`/api/reviews/${productId}/ratings`)).body;

export const writeReview = (client: Client, productId: string, json: object = {}) =>
  client.post<ReviewAnswer>(`/api/reviews/${productId}`, { ...said, ...json });

export const ownReview = (client: Client, productId: string, link?: string) =>
  client.post<ReviewAnswer>(`/api/reviews/${productId}/mine`, { link });

export const withdraw = (client: Client, productId: string, link?: string) =>
  client.send('DELETE', `/api/reviews/${productId}`, { json: { link } });

export const objectTo = (client: Client, productId: string, text: string, link?: string) =>
  client.post(`/api/reviews/${productId}/objection`, { text, link });

/** Ships and delivers an order. @param more of each move */
export async function deliver(operator: Client, orderId: string, more: object = {}): Promise<void> {
  await ship(operator, orderId);
  for (const status of ['Out for Delivery', 'Delivered'])
    expect((await operator.post('/api/order/move', { orderId, status, ...more })).status).toBe(200);
}

/** A delivered order of a new guest. @param email of the guest; default: a new one */
export async function deliveredOrder(
  shop: TestShop,
  operator: Client,
  quantities: Record<string, number> = { [serum]: 1 },
  email?: string,
) {
  const guest = await newGuest(shop, email ? { email } : {});
  const { orderId } = await guestOrder(guest, quantities);
  await deliver(operator, orderId);
  return { guest, orderId };
}

/** Deletes reviews, emails and counters, so that a test begins without any. */
export async function clearReviews({ db }: TestShop): Promise<void> {
  for (const table of [reviews, outbox, attempts, reviewOptOuts]) await db.write.delete(table);
  await db.write.update(products).set({ ratingSum: 0, reviewCount: 0 });
  await db.write.update(orders).set({ askAt: null });
}
