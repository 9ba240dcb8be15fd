/** Changing the account's name, which needs no password. */
import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import type { ApiUser } from '#domain/accounts/account.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, serializeUser, sessionUserId } from '../lib/session.ts';
import { accountCounter, countInHour, hourlyWait, isWithinHour, tooManyChanges } from '../limits/attempts.ts';

/** The common hourly counter of an account's small changes (name, addresses, sessions). */
export const changeCounter = (owner: Owner) => accountCounter('change', owner);

/** Earlier reviews keep the old name. @param perHour changes of one account in an hour */
export async function changeName(
  db: Db,
  owner: Owner,
  name: string,
  perHour: number,
): Promise<{ ok: true; user: ApiUser } | Refusal> {
  const { tokenHash, now } = owner;
  const [[used], , [person]] = await db.write.batch([
    countInHour(db, changeCounter(owner), now),
    db.write
      .update(users)
      .set({ name })
      .where(and(eq(users.id, sessionUserId(tokenHash, now)), isWithinHour(changeCounter(owner), perHour))),
    findSessionUser(db, tokenHash, now),
  ]);
  if (!person) return signedOut();
  const wait = hourlyWait(used, perHour, now);
  return wait ? tooManyChanges(wait) : { ok: true, user: serializeUser({ ...person, name }) };
}
