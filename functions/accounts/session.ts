/** Who is asking: parts of queries, so that a route learns it in the call that it makes anyway. */
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sessions, users } from '#db/schema.ts';
import type { ApiUser } from '#features/accounts/account.ts';
import { newToken, sessionLife, sha256 } from './token.ts';

const person = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  verifiedAt: users.verifiedAt,
};

type User = Pick<typeof users.$inferSelect, 'name' | 'email' | 'role' | 'verifiedAt'>;

/** A person as the API answers. */
export const answerUser = ({ name, email, role, verifiedAt }: User): ApiUser => ({
  name,
  email,
  role,
  verified: verifiedAt !== null,
});

/**
 * A living session's person; no row for a dead token.
 * @param now UTC ms
 * @param more what else to tell of them
 */
export const personOf = <More extends Record<string, SQL> = Record<never, SQL>>(
  db: Db,
  tokenHash: string,
  now: number,
  more?: More,
) =>
  db.read
    .select({ ...person, ...(more as More) })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)));

/** The same person's id inside another statement; NULL for a dead token, so that it matches nothing. */
export const userIdOf = (tokenHash: string, now: number): SQL<string> =>
  sql<string>`(SELECT user_id FROM sessions WHERE token_hash = ${tokenHash} AND expires_at > ${now})`;

/** A condition: the session lives, and its person is an operator. */
export const isOperator = ({ tokenHash, now }: { tokenHash: string; now: number }): SQL =>
  sql`EXISTS (SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = ${tokenHash} AND s.expires_at > ${now} AND u.role = 'operator')`;

/** On what, and when, somebody signs in. @property now UTC ms */
export type SigningIn = { device: string | null; now: number };

/** A token to give out, and the session's row but for its person. */
export function newSession({ device, now }: SigningIn) {
  const token = newToken();
  const session = { tokenHash: sha256(token), createdAt: now, expiresAt: now + sessionLife, device };
  return { token, session };
}

type NewSession = ReturnType<typeof newSession>['session'];

/** Begins it for the one person of `users` for whom `who` holds; no row comes back when there is none. */
export const beginSession = (db: Db, { tokenHash, createdAt, expiresAt, device }: NewSession, who: SQL) =>
  db.write
    .insert(sessions)
    .select(sql`SELECT ${tokenHash}, id, ${createdAt}, ${expiresAt}, ${device}, 0 FROM ${users} WHERE ${who}`)
    .returning({ userId: sessions.userId });

/**
 * A condition on `users`: the person is there, with the password that was checked. Hashing takes its
 * time, in which a reset may have ended what that password was good for.
 */
export const unchanged = ({ id, password }: { id: string; password: string }): SQL =>
  sql`${users.id} = ${id} AND ${users.password} = ${password}`;
