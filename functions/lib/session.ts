/**
 * Sessions and their users as parts of queries, so that a route checks the session in a database call that it makes.
 */
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sessions, users } from '#db/schema/index.ts';
import type { ApiUser } from '#domain/accounts/account.ts';
import { mailAddress } from '#domain/accounts/guest-email.ts';
import { newToken, operatorIdle, sessionLife, sha256 } from './token.ts';

const userColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  verifiedAt: users.verifiedAt,
  guest: users.guest,
  editsContent: users.editsContent,
  elevated: sessions.elevated,
};

type User = Pick<typeof users.$inferSelect, 'name' | 'email' | 'role' | 'verifiedAt'> & { guest?: boolean };

/** A user as the API returns it. */
export const serializeUser = ({ name, email, role, verifiedAt, guest = false }: User): ApiUser => ({
  name,
  email: mailAddress(email),
  role: guest ? 'guest' : role,
  verified: verifiedAt !== null,
});

/**
 * Condition on `sessions`: the session of a person, or that of the link of this order. A query that names no order finds
 * nobody for the token of a link, so no request can forget what a link may do (functions/http/link-rights.ts).
 */
const isFor = (orderId: string | SQL | undefined): SQL =>
  orderId === undefined
    ? sql`sessions.order_id IS NULL`
    : sql`(sessions.order_id IS NULL OR sessions.order_id = ${orderId})`;

/** For requests that name no order, but are about one alone when a link's session sends them. */
export const linkedOrder = sql`sessions.order_id`;

/**
 * A query for the user of a session; no row for a token without a valid session.
 * @param now UTC ms
 * @param more further columns
 * @param orderId of a request that the holder of the order's link may send too
 */
export const findSessionUser = <More extends Record<string, SQL> = Record<never, SQL>>(
  db: Db,
  tokenHash: string,
  now: number,
  more?: More,
  orderId?: string | SQL,
) =>
  db.read
    .select({ ...userColumns, ...(more as More) })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now), isFor(orderId)));

/**
 * The user's id as a subquery; NULL for a token without a valid session, so that it matches nothing.
 * @param orderId as of {@link findSessionUser}
 */
export const sessionUserId = (tokenHash: string, now: number, orderId?: string | SQL): SQL<string> =>
  sql<string>`(SELECT user_id FROM sessions WHERE token_hash = ${tokenHash} AND expires_at > ${now} AND ${isFor(orderId)})`;

/** Condition: the session is valid, its user is an operator, and the sign-in met the requirements for operators. */
export const isOperator = ({ tokenHash, now }: { tokenHash: string; now: number }): SQL =>
  sql`EXISTS (SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = ${tokenHash} AND s.expires_at > ${now} AND s.elevated = 1 AND u.role = 'operator')`;

/** @property device browser and system, if known @property now UTC ms */
export type SignInContext = { device: string | null; now: number };

/** A new token, and the session's row without its user. @param token default: an account's */
export function newSession({ device, now }: SignInContext, token = newToken()) {
  const session = { tokenHash: sha256(token), createdAt: now, expiresAt: now + sessionLife, device };
  return { token, session };
}

type NewSession = ReturnType<typeof newSession>['session'] &
  Partial<Pick<typeof sessions.$inferInsert, 'orderId' | 'sentBy' | 'provenAt'>>;

/**
 * Inserts a session for the one user for whom `who` holds; returns no row when there is none. An operator's session
 * ends after idle hours. @param elevated the sign-in meets the requirements for operators; ignored for shoppers
 */
export const insertSession = (
  db: Db,
  { tokenHash, createdAt, expiresAt, device, orderId = null, sentBy = null, provenAt = null }: NewSession,
  who: SQL,
  elevated = false,
) =>
  db.write
    .insert(sessions)
    .select(
      sql`SELECT ${tokenHash}, id, ${createdAt},
        CASE WHEN role = 'operator' THEN ${createdAt + operatorIdle} ELSE ${expiresAt} END, ${device},
        role = 'operator' AND ${Number(elevated)}, ${orderId}, ${sentBy}, NULL, NULL, ${provenAt} FROM ${users} WHERE ${who}`,
    )
    .returning({ userId: sessions.userId });

/**
 * Condition on `users`: the user still has the password that was checked. It may have been reset while it was being
 * hashed.
 */
export const hasSamePassword = ({ id, password }: { id: string; password: string }): SQL =>
  sql`${users.id} = ${id} AND ${users.password} = ${password}`;

/** An operator's session is extended in steps of this, ms, so that not every request at the desk is a write. */
const extensionStep = 30 * 60 * 1000;

/**
 * Extends the session of an operator who uses the desk: it lasts idle hours from now on, and never longer than any
 * other session. @param session its start and its present end, UTC ms @param now UTC ms
 */
export async function extendSession(
  db: Db,
  tokenHash: string,
  { createdAt, expiresAt }: { createdAt: number; expiresAt: number },
  now: number,
): Promise<void> {
  const until = Math.min(now + operatorIdle, createdAt + sessionLife);
  if (until - expiresAt < extensionStep) return;
  const isShorter = and(gt(sessions.expiresAt, now), lt(sessions.expiresAt, until));
  await db.write
    .update(sessions)
    .set({ expiresAt: until })
    .where(and(eq(sessions.tokenHash, tokenHash), isShorter));
}
