/** Creates and uses coupon codes. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '#db/client.ts';
import { coupons, orders } from '#db/schema/index.ts';
import type { OnlineMethod, PaymentMethod } from '#domain/payments/payment-methods.ts';
import type { Client } from './client.ts';
import { addressOf, itemsOf, serum } from './orders.ts';

const day = 24 * 60 * 60 * 1000;
let made = 0;

type CouponRow = typeof coupons.$inferInsert;

/** Inserts a code; by default 10 % for everybody, any order and any number of uses. */
export async function insertCoupon(db: Db, given: Partial<CouponRow> = {}): Promise<string> {
  made += 1;
  const now = Date.now();
  const row = {
    code: `TEST-${String(made).padStart(8, '0')}`,
    percent: 10,
    validUntil: now + day,
    createdAt: now,
    ...given,
  };
  await db.write.insert(coupons).values(row);
  return row.code;
}

export const changeCoupon = (db: Db, code: string, change: Partial<CouponRow>) =>
  db.write.update(coupons).set(change).where(eq(coupons.code, code));

/** How many orders have used a code. */
export async function usesOf(db: Db, code: string): Promise<number | undefined> {
  const [row] = await db.read.select({ uses: coupons.uses }).from(coupons).where(eq(coupons.code, code));
  return row?.uses;
}

export const quoteWith = (
  client: Client,
  quantities: Record<string, number>,
  couponCode?: string,
  paymentMethod?: PaymentMethod,
) => client.post('/api/order/quote', { items: itemsOf(quantities), couponCode, paymentMethod });

/** The body of an order with a code, at the total that the shop quotes for the way to pay. */
export async function orderWith(
  client: Client,
  quantities: Record<string, number>,
  couponCode: string,
  paymentMethod: PaymentMethod = 'cod',
) {
  const { body } = await quoteWith(client, quantities, couponCode, paymentMethod);
  return { address: addressOf(client), items: itemsOf(quantities), amount: body.quote.amount, couponCode };
}

/** Settings with unreachable providers: an order is written, and stays pending. */
export const silentProviders = {
  STRIPE_SECRET_KEY: 'sk_test_none',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
  RAZORPAY_KEY_ID: 'rzp_test_none',
  RAZORPAY_KEY_SECRET: 'none',
  RAZORPAY_API_BASE: 'http://127.0.0.1:1',
};

export const ordersOf = (db: Db, { id }: { id: string }) =>
  db.read.select().from(orders).where(eq(orders.userId, id));

/** Places an order that stays pending, with {@link silentProviders}. @returns its row */
export async function waitingOrder(
  db: Db,
  person: Client & { id: string },
  code: string,
  method: OnlineMethod = 'razorpay',
  pieces = 1,
) {
  const answer = await person.post(
    `/api/order/${method}`,
    await orderWith(person, { [serum]: pieces }, code, method),
  );
  expect([answer.status, answer.body.code]).toEqual([503, 'provider_silent']);
  return (await ordersOf(db, person)).find(({ status }) => status === 'Payment Pending');
}
