/** Changing the account's name, which needs no password. */
import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import type { ApiUser } from '#domain/accounts/account.ts';
import type { Owner } from '../lib/owner.ts';
import { findSessionUser, serializeUser, sessionUserId } from '../lib/session.ts';
import {
  accountCounter,
  countInHour,
  hourlyRefusal,
  isWithinHour,
  type TooMany,
} from '../limits/attempts.ts';

/** The common hourly counter of an account's small changes (name, addresses, sessions). */
export const changeCounter = (owner: Owner) => accountCounter('change', owner);

type ChangeNameResult = { ok: true; user: ApiUser } | { ok: false; code: 'signed_out' } | TooMany;

/** Earlier reviews keep the old name. @param perHour changes of one account in an hour */
export async function changeName(
  db: Db,
  owner: Owner,
  name: string,
  perHour: number,
): Promise<ChangeNameResult> {
  const { tokenHash, now } = owner;
  const [[used], , [person]] = await db.write.batch([
    countInHour(db, changeCounter(owner), now),
    db.write
      .update(users)
      .set({ name })
      .where(and(eq(users.id, sessionUserId(tokenHash, now)), isWithinHour(changeCounter(owner), perHour))),
    findSessionUser(db, tokenHash, now),
  ]);
  if (!person) return { ok: false, code: 'signed_out' };
  return hourlyRefusal(used, perHour, now) ?? { ok: true, user: serializeUser({ ...person, name }) };
}
