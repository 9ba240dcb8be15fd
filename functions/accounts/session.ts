/** Who is asking: parts of queries, so that a route learns it in the call that it makes anyway. */
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sessions, users } from '#db/schema.ts';

/** A living session's person; no row for a dead token. @param now UTC ms */
export const personOf = (db: Db, tokenHash: string, now: number) =>
  db.read
    .select({ id: users.id, name: users.name, email: users.email, role: users.role })
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
