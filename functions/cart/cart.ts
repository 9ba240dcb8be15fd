/** The server's copy of an account's cart. Each change is one write batch: one call to the database. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { cartLines, products, sessions } from '#db/schema/index.ts';
import { type Cart, maxPerLine } from '#features/cart/cart.ts';
import type { Owner } from '../session/owner.ts';
import { userIdOf } from '../session/session.ts';

type Changed = { ok: true; cart: Cart } | { ok: false; code: 'signed_out' | 'unknown_product' };

const toCart = (lines: { productId: string; quantity: number }[]): Cart =>
  Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity]));

/** Statements that every call ends with: is the session alive, and what is in the cart now. */
const outcome = (db: Db, { tokenHash, now }: Owner, way: 'read' | 'write') =>
  [
    db[way].select({ id: sql<string | null>`${userIdOf(tokenHash, now)}` }).from(sql`(SELECT 1)`),
    db[way]
      .select({ productId: cartLines.productId, quantity: cartLines.quantity })
      .from(cartLines)
      .where(eq(cartLines.userId, userIdOf(tokenHash, now)))
      .orderBy(asc(cartLines.addedAt), asc(cartLines.productId)),
  ] as const;

const signedOut = { ok: false, code: 'signed_out' } as const;

export async function readCart(db: Db, owner: Owner): Promise<Changed> {
  const [[person], lines] = await db.read.batch(outcome(db, owner, 'read'));
  return person?.id ? { ok: true, cart: toCart(lines) } : signedOut;
}

/** Sets a line to a new total, clamped to 1–100. A retired product may stay in a cart: its line says so. */
export async function setCartLine(db: Db, owner: Owner, id: string, quantity: number): Promise<Changed> {
  const total = Math.min(maxPerLine, Math.max(1, quantity));
  // Only with a living session and a known product does the SELECT give a row to insert.
  const upsert = db.write.run(sql`
    INSERT INTO ${cartLines} (user_id, product_id, quantity, added_at)
    SELECT s.user_id, p.id, ${total}, ${owner.now} FROM ${sessions} s, ${products} p
    WHERE s.token_hash = ${owner.tokenHash} AND s.expires_at > ${owner.now} AND p.id = ${id}
    ON CONFLICT (user_id, product_id) DO UPDATE SET quantity = excluded.quantity`);
  const [, [person], lines] = await db.write.batch([upsert, ...outcome(db, owner, 'write')]);
  if (!person?.id) return signedOut;
  const cart = toCart(lines);
  return Object.hasOwn(cart, id) ? { ok: true, cart } : { ok: false, code: 'unknown_product' };
}

export async function removeCartLine(db: Db, owner: Owner, id: string): Promise<Changed> {
  const mine = eq(cartLines.userId, userIdOf(owner.tokenHash, owner.now));
  const [, [person], lines] = await db.write.batch([
    db.write.delete(cartLines).where(and(mine, eq(cartLines.productId, id))),
    ...outcome(db, owner, 'write'),
  ]);
  return person?.id ? { ok: true, cart: toCart(lines) } : signedOut;
}

export async function emptyCart(db: Db, owner: Owner): Promise<Changed> {
  const mine = eq(cartLines.userId, userIdOf(owner.tokenHash, owner.now));
  const [, [person], lines] = await db.write.batch([
    db.write.delete(cartLines).where(mine),
    ...outcome(db, owner, 'write'),
  ]);
  return person?.id ? { ok: true, cart: toCart(lines) } : signedOut;
}
