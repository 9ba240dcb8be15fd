/** Changing the account's name, which needs no password. */
import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import type { ApiUser } from '#domain/accounts/account.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, serializeUser, sessionUserId } from '../lib/session.ts';
import { accountCounter } from '../limits/attempts.ts';
import { hourlyLimit } from '../limits/hourly.ts';
import { tooManyChanges } from '../limits/too-many.ts';

/** The common limit of an account's small changes (name, addresses, sessions). @param perHour of one account */
export const changeLimit = (owner: Owner, perHour: number) =>
  hourlyLimit(accountCounter('change', owner), perHour, owner.now);

/** Earlier reviews keep the old name. @param perHour changes of one account in an hour */
export async function changeName(
  db: Db,
  owner: Owner,
  name: string,
  perHour: number,
): Promise<{ ok: true; user: ApiUser } | Refusal> {
  const { tokenHash, now } = owner;
  const limit = changeLimit(owner, perHour);
  const [used, , [person]] = await db.write.batch([
    limit.count(db),
    db.write
      .update(users)
      .set({ name })
      .where(and(eq(users.id, sessionUserId(tokenHash, now)), limit.isWithin)),
    findSessionUser(db, tokenHash, now),
  ]);
  if (!person) return signedOut();
  const wait = limit.wait(used);
  return wait ? tooManyChanges(wait) : { ok: true, user: serializeUser({ ...person, name }) };
}
