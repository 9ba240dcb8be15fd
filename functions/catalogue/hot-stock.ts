/**
 * Hot stock, from the Worker's side (docs/decisions/46-hot-stock.md): of a product that sells out in seconds, one object for all
 * isolates reserves the pieces in the order in which buyers ask, so that those who get none have a quick answer and cost the
 * database nothing. CHECK (stock >= 0) remains the last word. It is off unless HOT_STOCK says otherwise.
 */
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products } from '#db/schema/index.ts';
import { logCause } from '../lib/log.ts';

/**
 * A buyer asks for pieces.
 * @property session hash of the session's token @property key Idempotency-Key; empty without one
 * @property paysOnline orders that nobody has proved anything for give way to it @property now UTC ms
 */
export type HotRequest = { session: string; key: string; quantity: number; paysOnline: boolean; now: number };

/** `pass`: the order is placed as if the product were not hot. `none`: all pieces are sold or reserved. */
export type HotAnswer =
  | { result: 'reserved' }
  | { result: 'pass' }
  | { result: 'none'; name: string; available: number };

/**
 * How an attempt with a reservation has ended: `ordered`; `lost`: the database had no such piece; `released`: it was refused for
 * another reason, and the piece is free again.
 */
export type HotOutcome = 'ordered' | 'lost' | 'released';

/** The object of a product as the Worker calls it. */
export type HotStockObject = {
  reserve(productId: string, request: HotRequest): Promise<HotAnswer>;
  settle(request: Pick<HotRequest, 'session' | 'key' | 'now'>, outcome: HotOutcome): Promise<void>;
};

/** Refusals for want of pieces within `within` ms in one isolate after which a product is hot, and how long it is, ms. */
export const hotRule = { refusals: 20, within: 5_000, lasts: 10 * 60_000 };

/** Until when products are hot, UTC ms, as this isolate knows. */
const hotUntil = new Map<string, number>();
/** Refusals of products for want of pieces. @property since UTC ms */
const lacking = new Map<string, { count: number; since: number }>();

/** Statement: makes a product hot until a time, UTC ms; one that is hot for longer stays so. */
export const makeHot = (db: Db, productId: string, until: number) =>
  db.write
    .update(products)
    .set({ hotUntil: until })
    .where(sql`${eq(products.id, productId)} AND coalesce(${products.hotUntil}, 0) < ${until}`);

/** Learns from rows of products, as they were read, which of them are hot. */
export function learnHot(rows: readonly { id: string; hotUntil: number | null }[]): void {
  for (const { id, hotUntil: until } of rows)
    if (until === null) hotUntil.delete(id);
    else hotUntil.set(id, until);
}

/** Counts a refusal for want of pieces. @returns whether the product has become hot */
export function countLack(productId: string, now: number): boolean {
  const last = lacking.get(productId);
  const isRecent = last && now - last.since < hotRule.within;
  const count = isRecent ? last.count + 1 : 1;
  lacking.set(productId, { count, since: isRecent ? last.since : now });
  if (count < hotRule.refusals || isHot(productId, now)) return false;
  lacking.delete(productId);
  hotUntil.set(productId, now + hotRule.lasts);
  return true;
}

export const isHot = (productId: string, now: number): boolean => (hotUntil.get(productId) ?? 0) > now;

/** Opens the object of a product; it may throw when there is none. */
export type HotStock = (productId: string) => HotStockObject;

/** Asks for the pieces of a hot product. An object that is not there lets everybody pass. */
export async function reserveHot(
  hotStock: HotStock,
  productId: string,
  request: HotRequest,
): Promise<HotAnswer> {
  try {
    return await hotStock(productId).reserve(productId, request);
  } catch (error) {
    logCause('The object of a hot product is not there.', error);
    return { result: 'pass' };
  }
}

/** Tells the object how the order has ended. One that is not told gives the pieces back when their time is over. */
export async function settleHot(
  hotStock: HotStock,
  productId: string,
  ...[request, outcome]: Parameters<HotStockObject['settle']>
): Promise<void> {
  try {
    await hotStock(productId).settle(request, outcome);
  } catch (error) {
    logCause('The object of a hot product is not there.', error);
  }
}
