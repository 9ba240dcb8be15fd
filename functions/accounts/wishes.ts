/** The wish list of an account (docs/behaviour.md, "Wish list"). A change is one write batch: one call to the database. */
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type Db, lastResults } from '#db/client.ts';
import { products, wishes } from '#db/schema/index.ts';
import { maxWishes, type WishList } from '#domain/wishlist/wish-list.ts';
import type { Call } from '../lib/call.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, signedOut } from '../lib/refusal.ts';
import { sessionUserId } from '../lib/session.ts';

type Result = { ok: true; wishes: WishList } | Refusal;

const ownerOf = ({ tokenHash, now }: Owner): SQL<string> => sessionUserId(tokenHash, now);

/** The last statements of every batch: the session's account, and its list, the newest first. */
const sessionAndWishes = (db: Db, owner: Owner, mode: 'read' | 'write') =>
  [
    db[mode].select({ id: sql<string | null>`${ownerOf(owner)}` }).from(sql`(SELECT 1)`),
    db[mode]
      .select({ id: wishes.productId, at: wishes.savedAt })
      .from(wishes)
      .where(eq(wishes.userId, ownerOf(owner)))
      .orderBy(desc(wishes.savedAt), asc(wishes.productId))
      .limit(maxWishes),
  ] as const;

export async function readWishes({ db, owner }: Call): Promise<Result> {
  const [[person], list] = await db.read.batch(sessionAndWishes(db, owner, 'read'));
  return person?.id ? { ok: true, wishes: list } : signedOut();
}

/**
 * Removes and saves products, as `joinLists` joins lists: the later time counts, and the newest stay. Products that the shop does
 * not know are left out; retired ones are kept, and the page says so.
 */
export async function changeWishes(
  { db, owner }: Call,
  { save, remove }: { save: WishList; remove: readonly string[] },
): Promise<Result> {
  const mine = eq(wishes.userId, ownerOf(owner));
  const queries = sessionAndWishes(db, owner, 'write');
  const results = await db.write.batch([
    db.write
      .delete(wishes)
      .where(and(mine, sql`product_id IN (SELECT value FROM json_each(${JSON.stringify(remove)}))`)),
    // No clock of a device is ahead of the shop's. Without a session there is no row to insert.
    db.write.run(sql`
      INSERT INTO ${wishes} (user_id, product_id, saved_at)
      SELECT me.id, p.id, min(${owner.now}, json_extract(wish.value, '$.at'))
      FROM (SELECT ${ownerOf(owner)} AS id) AS me JOIN json_each(${JSON.stringify(save)}) AS wish
        JOIN ${products} AS p ON p.id = json_extract(wish.value, '$.id')
      WHERE me.id IS NOT NULL
      ON CONFLICT (user_id, product_id) DO UPDATE SET saved_at = max(saved_at, excluded.saved_at)`),
    db.write.delete(wishes).where(
      and(
        mine,
        sql`product_id NOT IN (SELECT product_id FROM ${wishes} AS kept WHERE kept.user_id = ${ownerOf(owner)}
          ORDER BY saved_at DESC, product_id LIMIT ${maxWishes})`,
      ),
    ),
    ...queries,
  ]);
  const [[person], list] = lastResults(results, queries);
  return person?.id ? { ok: true, wishes: list } : signedOut();
}
