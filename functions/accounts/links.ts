/**
 * Links that are mailed: 256 random bits, of which only the SHA-256 is stored, good once and for half an
 * hour. Whatever changes an account's password or address ends all of its links: the one that was used,
 * and any that wait in a mailbox which is no longer its owner's alone.
 */
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { links, users } from '#db/schema.ts';
import { newToken, sha256 } from './token.ts';

export type Purpose = (typeof links.$inferInsert)['purpose'];

/** How long a link is good for, minutes. */
export const linkMinutes = 30;

/** A link's token, for the letter, and the link as it is stored. @param now UTC ms */
export function newLink(purpose: Purpose, now: number) {
  const token = newToken();
  const link = {
    tokenHash: sha256(token),
    purpose,
    createdAt: now,
    expiresAt: now + linkMinutes * 60_000,
  };
  return { token, link };
}

type NewLink = ReturnType<typeof newLink>['link'];

/** Stores it for the one person of `users` for whom `who` holds. @param email the new address, if it is about one */
export const storeLink = (
  db: Db,
  { tokenHash, purpose, createdAt, expiresAt }: NewLink,
  who: SQL,
  email?: string,
) =>
  db.write.run(sql`
    INSERT INTO ${links} (token_hash, user_id, purpose, email, created_at, expires_at)
    SELECT ${tokenHash}, ${users.id}, ${purpose}, ${email ?? null}, ${createdAt}, ${expiresAt} FROM ${users} WHERE ${who}`);

/** A link as it comes back. @property hash what its token is stored as; undefined for what cannot be one of ours */
export type Opened = { purpose: Purpose; hash: string; now: number };

const living = ({ purpose, hash, now }: Opened) =>
  and(eq(links.tokenHash, hash), eq(links.purpose, purpose), gt(links.expiresAt, now));

/** Condition: the link is still good. */
export const isLiving = (opened: Opened): SQL => sql`EXISTS (SELECT 1 FROM ${links} WHERE ${living(opened)})`;

/** Whose link it is; no row when it is used, over or invented. */
export const ownerOf = (db: Db, opened: Opened) =>
  db.write
    .select({ id: users.id, name: users.name, email: users.email, role: users.role, newEmail: links.email })
    .from(links)
    .innerJoin(users, eq(users.id, links.userId))
    .where(living(opened));

/** Ends every link of an account. For the batch that changes it, after all that asks whether one lives. */
export const endLinks = (db: Db, userId: string, when: SQL = sql`true`) =>
  db.write.delete(links).where(and(eq(links.userId, userId), when));
