/** Lists and ends the sessions of an account. */
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { sessions } from '#db/schema/index.ts';
import type { ApiSession } from '#domain/accounts/account.ts';
import type { Call } from '../lib/call.ts';
import { notFound, type Refusal, refuses, signedOut } from '../lib/refusal.ts';
import { findSessionUser, sessionUserId } from '../lib/session.ts';
import { tooManyChanges } from '../limits/too-many.ts';
import { changeLimit } from './change-name.ts';

/** A session's public id: a part of its token's hash, long enough to be unique, and not the whole hash. */
const idLength = 16;
const idOf = sql<string>`substr(${sessions.tokenHash}, 1, ${idLength})`;

/** Sessions in the list, the newest ones: more than a user has devices. */
const maxSessions = 100;

/** The present session first, then the newest. */
export async function listSessions({
  db,
  owner: { tokenHash, now },
}: Call): Promise<{ ok: true; sessions: ApiSession[] } | Refusal> {
  const [[person], rows] = await db.read.batch([
    findSessionUser(db, tokenHash, now),
    db.read
      .select({ id: idOf, device: sessions.device, since: sessions.createdAt, hash: sessions.tokenHash })
      .from(sessions)
      .where(and(eq(sessions.userId, sessionUserId(tokenHash, now)), gt(sessions.expiresAt, now)))
      .orderBy(desc(eq(sessions.tokenHash, tokenHash)), desc(sessions.createdAt))
      .limit(maxSessions),
  ]);
  if (!person) return signedOut();
  const list = rows.map(({ id, device, since, hash }) => ({
    id,
    device: device ?? 'Unknown device',
    since: new Date(since).toISOString(),
    current: hash === tokenHash,
  }));
  return { ok: true, sessions: list };
}

/**
 * Ends one of the account's other sessions, or all of them. Signing out ends the present one.
 * @property id one session; default: all others
 */
export async function endSessions(
  { db, owner, limits }: Call,
  { id }: { id?: string | undefined },
): Promise<{ ok: true; ended: number } | Refusal> {
  const { tokenHash, now } = owner;
  const limit = changeLimit({ owner, limits });
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
  return id !== undefined && !ended.length ? notFound('This sign-in') : { ok: true, ended: ended.length };
}

/** Ends one other session. */
export const endSession = (call: Call, request: { id: string }) => endSessions(call, request);
refuses(endSession, notFound);
