/** The server's copy of an account's cart. Each change is one write batch: one call to the database. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { cartLines, products, sessions } from '#db/schema/index.ts';
import { type Cart, maxPerLine } from '#domain/cart/cart.ts';
import type { Call } from '../lib/call.ts';
import type { Owner } from '../lib/owner.ts';
import { notFound, type Refusal, refuses, signedOut } from '../lib/refusal.ts';
import { sessionUserId } from '../lib/session.ts';

type CartResult = { ok: true; cartData: Cart } | Refusal;

const toCart = (lines: { productId: string; quantity: number }[]): Cart =>
  Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity]));

/** The last statements of every batch: the session's account, and its cart. */
const sessionAndCart = (db: Db, { tokenHash, now }: Owner, mode: 'read' | 'write') =>
  [
    db[mode].select({ id: sql<string | null>`${sessionUserId(tokenHash, now)}` }).from(sql`(SELECT 1)`),
    db[mode]
      .select({ productId: cartLines.productId, quantity: cartLines.quantity })
      .from(cartLines)
      .where(eq(cartLines.userId, sessionUserId(tokenHash, now)))
      .orderBy(asc(cartLines.addedAt), asc(cartLines.productId)),
  ] as const;

export async function readCart({ db, owner }: Call): Promise<CartResult> {
  const [[person], lines] = await db.read.batch(sessionAndCart(db, owner, 'read'));
  return person?.id ? { ok: true, cartData: toCart(lines) } : signedOut();
}

/** Sets a line's quantity, clamped to 1–100. Retired products are allowed: the cart page shows them as such. */
export async function setCartLine(
  { db, owner }: Call,
  { itemId: id, quantity }: { itemId: string; quantity: number },
): Promise<CartResult> {
  const total = Math.min(maxPerLine, Math.max(1, quantity));
  // The SELECT has a row to insert only for a valid session and a known product.
  const upsert = db.write.run(sql`
    INSERT INTO ${cartLines} (user_id, product_id, quantity, added_at)
    SELECT s.user_id, p.id, ${total}, ${owner.now} FROM ${sessions} s, ${products} p
    WHERE s.token_hash = ${owner.tokenHash} AND s.expires_at > ${owner.now} AND p.id = ${id}
    ON CONFLICT (user_id, product_id) DO UPDATE SET quantity = excluded.quantity`);
  const [, [person], lines] = await db.write.batch([upsert, ...sessionAndCart(db, owner, 'write')]);
  if (!person?.id) return signedOut();
  const cartData = toCart(lines);
  return Object.hasOwn(cartData, id) ? { ok: true, cartData } : notFound('This product');
}
refuses(setCartLine, notFound);

/** The same without a quantity, or with one below 1, removes the line. */
export const changeCartLine = (
  call: Call,
  { itemId, quantity = 0 }: { itemId: string; quantity?: number | undefined },
) => (quantity < 1 ? removeCartLine(call, itemId) : setCartLine(call, { itemId, quantity }));
refuses(changeCartLine, notFound);

async function removeCartLine({ db, owner }: Call, id: string): Promise<CartResult> {
  const mine = eq(cartLines.userId, sessionUserId(owner.tokenHash, owner.now));
  const [, [person], lines] = await db.write.batch([
    db.write.delete(cartLines).where(and(mine, eq(cartLines.productId, id))),
    ...sessionAndCart(db, owner, 'write'),
  ]);
  return person?.id ? { ok: true, cartData: toCart(lines) } : signedOut();
}

export async function emptyCart({ db, owner }: Call): Promise<CartResult> {
  const mine = eq(cartLines.userId, sessionUserId(owner.tokenHash, owner.now));
  const [, [person], lines] = await db.write.batch([
    db.write.delete(cartLines).where(mine),
    ...sessionAndCart(db, owner, 'write'),
  ]);
  return person?.id ? { ok: true, cartData: toCart(lines) } : signedOut();
}
