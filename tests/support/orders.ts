/** Orders as the tests send them, and the products that they buy. */

import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { holds, type pastOrders, productHolds, products } from '#db/schema/index.ts';
import { uncountedPieces } from '#domain/catalogue/sellable.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import type { PaymentMethod } from '#domain/payments/payment-methods.ts';
import type { Client } from './client.ts';

/** Products of content/products that the tests buy. */
export const serum = 'vitamin-c-glow-serum';
export const toner = 'rose-balance-toner';
/** A shade that a shop in use has sold out (sample-activity.ts). */
export const soldOut = 'mineral-tint-spf-40--light-sand';
export const cream = 'barrier-cream';

/** Prices and MRPs in the tests, paise: those with which the pages of the tests were built. */
const prices = { [serum]: [59_900, 74_900], [toner]: [34_900, 39_900], [cream]: [64_900, 79_900] } as const;

/** Forgets what unpaid orders hold, and sets 100 pieces of every product, none retired, paused or in a sale, at the tests' prices (₹599, ₹349, ₹649). */
export async function refillStock(db: Db): Promise<void> {
  await db.write.batch([
    db.write.delete(holds),
    db.write.delete(productHolds),
    db.write
      .update(products)
      .set({ stock: sql`iif(tracked, 100, ${uncountedPieces})`, paused: null, retired: false, sales: [] }),
    ...Object.entries(prices).map(([id, [price, originalPrice]]) =>
      db.write.update(products).set({ price, originalPrice }).where(eq(products.id, id)),
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

/** Registered addresses of businesses, in Maharashtra (27) and Karnataka (29). */
export const inMumbai = {
  registeredAddress: '7 Hill Road',
  registeredCity: 'Mumbai',
  registeredZipcode: '400050',
};
export const inMysuru = {
  registeredAddress: '12 Palace Road',
  registeredCity: 'Mysuru',
  registeredZipcode: '570001',
};

/** A business of Maharashtra. */
export const business = { gstin: '27AAPFU0939F1ZV', businessName: 'Sita Stores', ...inMumbai };

/** A number of up to five digits that belongs to a text. */
const numberOf = (text: string): number =>
  [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 99_991, 7);

/** The same, with the buyer's own email, house and phone, if they have an account: what is held unpaid counts for each. */
export const addressOf = (client: Client | { email: string }) => {
  if (!('email' in client) || typeof client.email !== 'string') return address;
  const number = numberOf(client.email);
  const phone = `+91 98765 ${String(number).padStart(5, '0')}`;
  return { ...address, address: `1 MG Road, Flat ${number}`, phone, email: client.email };
};

export type OrderBody = {
  address: typeof address;
  items: { _id: string; quantity: number }[];
  amount: number;
};

/** The items of an order: `{serum: 2}`. */
export const itemsOf = (quantities: Record<string, number>) =>
  Object.entries(quantities).map(([_id, quantity]) => ({ _id, quantity }));

/** An order at the total that the shop itself quotes. */
export async function orderOf(
  client: Client,
  quantities: Record<string, number>,
  paymentMethod?: PaymentMethod,
): Promise<OrderBody> {
  const items = itemsOf(quantities);
  const { body } = await client.post('/api/order/quote', { items, paymentMethod });
  return { address: addressOf(client), items, amount: body.quote.amount };
}

export const placeOrder = (client: Client, order: unknown, key?: string) =>
  client.post('/api/order/place', order, key === undefined ? {} : { 'Idempotency-Key': key });

/** Places an order by cash on delivery. @param over of the address @returns the order as My Orders has it */
export async function placed(
  client: Client,
  quantities: Record<string, number> = { [serum]: 1, [toner]: 2 },
  over: Partial<typeof address> & { saveInfo?: boolean | undefined; mononym?: boolean } = {},
): Promise<ApiOrder> {
  const order = await orderOf(client, quantities);
  const { status, body } = await placeOrder(client, { ...order, address: { ...order.address, ...over } });
  if (status !== 200) throw new Error(`The order was refused: ${status} ${body.message}`);
  return body.order;
}

/** The cart of an account. */
export const cartOf = async (client: Client) => (await client.post('/api/cart/get')).body.cartData;

/** Tries while the shop is busy; more than any test needs. */
const mostTries = 20;

/** workerd closes a connection without an answer when a request should be sent again at once. */
const isClosedWithoutAnswer = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNRESET';

/** Places an order, and repeats it with the same key while the shop is busy or the connection is closed. */
export async function placeWithRetry(client: Client, order: unknown, key: string) {
  const place = () =>
    placeOrder(client, order, key).catch((error: unknown) => {
      if (isClosedWithoutAnswer(error)) return undefined;
      throw error;
    });
  let answer = await place();
  for (let count = 1; (!answer || answer.status === 503) && count < mostTries; count++)
    answer = await place();
  if (!answer) throw new Error('The shop has closed every connection without an answer.');
  return answer;
}

/** An order of an earlier shop. @param number its own, of one that has others */
export const pastOrder = (
  email: string,
  number = 'A-1',
  at = Date.now(),
): typeof pastOrders.$inferInsert => ({
  ...{ id: randomUUID(), number, at, email, total: 100, status: '', lines: [] },
  imported: { from: 'A table', kept: {} },
});
