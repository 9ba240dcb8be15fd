/** Changing the account's name, which needs no password. */
import { and, eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import type { ApiUser } from '#domain/accounts/account.ts';
import type { Call } from '../lib/call.ts';
import { type Refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, serializeUser, sessionUserId } from '../lib/session.ts';
import { accountCounter } from '../limits/attempts.ts';
import { hourlyLimit } from '../limits/hourly.ts';
import { tooManyChanges } from '../limits/too-many.ts';

/** The common limit of an account's small changes (name, addresses, sessions). */
export const changeLimit = ({ owner, limits }: Pick<Call, 'owner' | 'limits'>) =>
  hourlyLimit(accountCounter('change', owner), limits.ACCOUNT_CHANGES_PER_HOUR, owner.now);

/** Earlier reviews keep the old name. */
export async function changeName(
  { db, owner, limits }: Call,
  { name }: { name: string },
): Promise<{ ok: true; user: ApiUser } | Refusal> {
  const { tokenHash, now } = owner;
  const limit = changeLimit({ owner, limits });
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
