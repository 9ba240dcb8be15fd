/** Who is asking: parts of queries, so that a route learns it in the call that it makes anyway. */
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sessions, users } from '#db/schema/index.ts';
import type { ApiUser } from '#features/accounts/account.ts';
import { newToken, operatorIdle, sessionLife, sha256 } from './token.ts';

const person = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  verifiedAt: users.verifiedAt,
  elevated: sessions.elevated,
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

/** A condition: the session lives, its person is an operator, and it was begun as an operator's has to be. */
export const isOperator = ({ tokenHash, now }: { tokenHash: string; now: number }): SQL =>
  sql`EXISTS (SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = ${tokenHash} AND s.expires_at > ${now} AND s.elevated = 1 AND u.role = 'operator')`;

/** On what, and when, somebody signs in. @property now UTC ms */
export type SigningIn = { device: string | null; now: number };

/** A token to give out, and the session's row but for its person. */
export function newSession({ device, now }: SigningIn) {
  const token = newToken();
  const session = { tokenHash: sha256(token), createdAt: now, expiresAt: now + sessionLife, device };
  return { token, session };
}

type NewSession = ReturnType<typeof newSession>['session'];

/**
 * Begins it for the one person of `users` for whom `who` holds; no row comes back when there is none. An
 * operator's ends after idle hours. @param elevated it meets what an operator's has to; nothing to a shopper
 */
export const beginSession = (
  db: Db,
  { tokenHash, createdAt, expiresAt, device }: NewSession,
  who: SQL,
  elevated = false,
) =>
  db.write
    .insert(sessions)
    .select(
      sql`SELECT ${tokenHash}, id, ${createdAt},
        CASE WHEN role = 'operator' THEN ${createdAt + operatorIdle} ELSE ${expiresAt} END, ${device},
        role = 'operator' AND ${Number(elevated)} FROM ${users} WHERE ${who}`,
    )
    .returning({ userId: sessions.userId });

/**
 * A condition on `users`: the person is there, with the password that was checked. Hashing takes its
 * time, in which a reset may have ended what that password was good for.
 */
export const unchanged = ({ id, password }: { id: string; password: string }): SQL =>
  sql`${users.id} = ${id} AND ${users.password} = ${password}`;

/** An operator's session is kept in steps of this, ms: so that not each look at the desk is a write. */
const keptInSteps = 30 * 60 * 1000;

/**
 * An operator is at the desk: their session lasts idle hours from now on, and never longer than any other.
 * @param session when it began, and when it would end @param now UTC ms
 */
export async function keepSession(
  db: Db,
  tokenHash: string,
  { createdAt, expiresAt }: { createdAt: number; expiresAt: number },
  now: number,
): Promise<void> {
  const until = Math.min(now + operatorIdle, createdAt + sessionLife);
  if (until - expiresAt < keptInSteps) return;
  const living = and(gt(sessions.expiresAt, now), lt(sessions.expiresAt, until));
  await db.write
    .update(sessions)
    .set({ expiresAt: until })
    .where(and(eq(sessions.tokenHash, tokenHash), living));
}
