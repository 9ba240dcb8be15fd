/** Codes as the tests make and use them. */
import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { coupons } from '#db/schema.ts';
import type { Client } from './client.ts';
import { address, itemsOf } from './orders.ts';

const day = 24 * 60 * 60 * 1000;
let made = 0;

type CouponRow = typeof coupons.$inferInsert;

/** A code of 10 % for everybody, for any order and any number of them, unless said otherwise. */
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

/** Orders that have used it. */
export async function usesOf(db: Db, code: string): Promise<number | undefined> {
  const [row] = await db.read.select({ uses: coupons.uses }).from(coupons).where(eq(coupons.code, code));
  return row?.uses;
}

export const quoteWith = (client: Client, wanted: Record<string, number>, couponCode?: string) =>
  client.post('/api/order/quote', { items: itemsOf(wanted), couponCode });

/** An order with a code, at the total that the shop quotes for it. */
export async function orderWith(client: Client, wanted: Record<string, number>, couponCode: string) {
  const { body } = await quoteWith(client, wanted, couponCode);
  return { address, items: itemsOf(wanted), amount: body.quote.amount, couponCode };
}
