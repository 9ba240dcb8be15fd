/** Where an account is signed in, and ending it there. */
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sessions } from '#db/schema/index.ts';
import type { ApiSession } from '#features/accounts/account.ts';
import { overHour, type TooMany, takeHour, withinHour } from '../limits/attempts.ts';
import type { Owner } from '../session/owner.ts';
import { personOf, userIdOf } from '../session/session.ts';
import { changes } from './rename.ts';

/** What a session is called outside: enough of its token's hash to be the only one, too little to find the token. */
const idLength = 16;
const idOf = sql<string>`substr(${sessions.tokenHash}, 1, ${idLength})`;

/** More than one person has devices; who signs in more often sees the newest. */
const most = 100;

/** This one first, then the newest. @returns undefined for a dead token */
export async function listSessions(db: Db, { tokenHash, now }: Owner): Promise<ApiSession[] | undefined> {
  const [[person], rows] = await db.read.batch([
    personOf(db, tokenHash, now),
    db.read
      .select({ id: idOf, device: sessions.device, since: sessions.createdAt, hash: sessions.tokenHash })
      .from(sessions)
      .where(and(eq(sessions.userId, userIdOf(tokenHash, now)), gt(sessions.expiresAt, now)))
      .orderBy(desc(eq(sessions.tokenHash, tokenHash)), desc(sessions.createdAt))
      .limit(most),
  ]);
  return (
    person &&
    rows.map(({ id, device, since, hash }) => ({
      id,
      device: device ?? 'Unknown device',
      since: new Date(since).toISOString(),
      current: hash === tokenHash,
    }))
  );
}

type Ended = { ok: true; count: number } | { ok: false; code: 'signed_out' | 'not_found' } | TooMany;

/**
 * Ends one of the account's other sessions, or all of them. This one is ended by signing out.
 * @param id one session; all others when left out @param perHour changes of one account in an hour
 */
export async function endSessions(db: Db, owner: Owner, perHour: number, id?: string): Promise<Ended> {
  const { tokenHash, now } = owner;
  const others = and(
    eq(sessions.userId, userIdOf(tokenHash, now)),
    ne(sessions.tokenHash, tokenHash),
    withinHour(changes(owner), perHour),
  );
  const [[used], ended, [person]] = await db.write.batch([
    takeHour(db, changes(owner), now),
    db.write
      .delete(sessions)
      .where(id === undefined ? others : and(others, eq(idOf, id)))
      .returning({ id: idOf }),
    personOf(db, tokenHash, now),
  ]);
  if (!person) return { ok: false, code: 'signed_out' };
  const refused = overHour(used, perHour, now);
  if (refused) return refused;
  return id !== undefined && !ended.length
    ? { ok: false, code: 'not_found' }
    : { ok: true, count: ended.length };
}
