/** Orders as the tests send them, and the shelf that they buy from. */
import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products } from '#db/schema/index.ts';
import type { Client } from './client.ts';

/** Products of content/products that the tests buy. */
export const serum = 'vitamin-c-glow-serum';
export const toner = 'rose-balance-toner';
export const cream = 'barrier-cream';

/** paise: what they cost here, whatever editors may write. */
const prices: Record<string, number> = { [serum]: 59_900, [toner]: 34_900, [cream]: 64_900 };

/** 100 pieces of everything, all of it sold, at the prices that the tests know (₹599, ₹349, ₹649). */
export async function fillShelf(db: Db): Promise<void> {
  await db.write.batch([
    db.write.update(products).set({ stock: 100, retired: false }),
    ...Object.entries(prices).map(([id, price]) =>
      db.write.update(products).set({ price, originalPrice: 99_900 }).where(eq(products.id, id)),
    ),
  ]);
}

export const address = {
  firstName: 'Asha',
  lastName: 'Rao',
  address: '1 MG Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560001',
  phone: '+91 98765 43210',
  email: 'asha@example.in',
};

/** The same, with the buyer's own email, if they have an account. */
export const addressOf = (client: Client) =>
  'email' in client && typeof client.email === 'string' ? { ...address, email: client.email } : address;

export type OrderBody = {
  address: typeof address;
  items: { _id: string; quantity: number }[];
  amount: number;
};

/** The items of an order: `{serum: 2}`. */
export const itemsOf = (wanted: Record<string, number>) =>
  Object.entries(wanted).map(([_id, quantity]) => ({ _id, quantity }));

/** An order at the total that the shop itself quotes. */
export async function orderOf(client: Client, wanted: Record<string, number>): Promise<OrderBody> {
  const items = itemsOf(wanted);
  const { body } = await client.post('/api/order/quote', { items });
  return { address: addressOf(client), items, amount: body.quote.amount };
}

export const place = (client: Client, order: unknown, key?: string) =>
  client.post('/api/order/place', order, key === undefined ? {} : { 'Idempotency-Key': key });

/** Tries of a busy shop; more than any test needs. */
const mostTries = 20;

/** Places an order as a good client does: while the shop is busy it asks again, with the same key. */
export async function placeInTime(client: Client, order: unknown, key: string) {
  let answer = await place(client, order, key);
  for (let count = 1; answer.status === 503 && count < mostTries; count++)
    answer = await place(client, order, key);
  return answer;
}
