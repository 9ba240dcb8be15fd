/** Lists and ends the sessions of an account. */
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sessions } from '#db/schema/index.ts';
import type { ApiSession } from '#domain/accounts/account.ts';
import type { Owner } from '../lib/owner.ts';
import { notFound, type Refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, sessionUserId } from '../lib/session.ts';
import { tooManyChanges } from '../limits/too-many.ts';
import { changeLimit } from './change-name.ts';

/** A session's public id: a part of its token's hash, long enough to be unique, and not the whole hash. */
const idLength = 16;
const idOf = sql<string>`substr(${sessions.tokenHash}, 1, ${idLength})`;

/** Sessions in the list, the newest ones: more than a user has devices. */
const maxSessions = 100;

/** The present session first, then the newest. @returns `undefined` without a valid session */
export async function listSessions(db: Db, { tokenHash, now }: Owner): Promise<ApiSession[] | undefined> {
  const [[person], rows] = await db.read.batch([
    findSessionUser(db, tokenHash, now),
    db.read
      .select({ id: idOf, device: sessions.device, since: sessions.createdAt, hash: sessions.tokenHash })
      .from(sessions)
      .where(and(eq(sessions.userId, sessionUserId(tokenHash, now)), gt(sessions.expiresAt, now)))
      .orderBy(desc(eq(sessions.tokenHash, tokenHash)), desc(sessions.createdAt))
      .limit(maxSessions),
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

/**
 * Ends one of the account's other sessions, or all of them. Signing out ends the present one.
 * @param id one session; default: all others @param perHour changes of one account in an hour
 */
export async function endSessions(
  db: Db,
  owner: Owner,
  perHour: number,
  id?: string,
): Promise<{ ok: true; count: number } | Refusal> {
  const { tokenHash, now } = owner;
  const limit = changeLimit(owner, perHour);
  const others = and(
    eq(sessions.userId, sessionUserId(tokenHash, now)),
    ne(sessions.tokenHash, tokenHash),
    limit.isWithin,
  );
  const [used, ended, [person]] = await db.write.batch([
    limit.count(db),
    db.write
      .delete(sessions)
      .where(id === undefined ? others : and(others, eq(idOf, id)))
      .returning({ id: idOf }),
    findSessionUser(db, tokenHash, now),
  ]);
  if (!person) return signedOut();
  const wait = limit.wait(used);
  if (wait) return tooManyChanges(wait);
  return id !== undefined && !ended.length ? notFound('This sign-in') : { ok: true, count: ended.length };
}
