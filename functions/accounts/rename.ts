/** What a signed-in person changes about themselves without their password. */
import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import type { ApiUser } from '#features/accounts/account.ts';
import { accountCounter, overHour, type TooMany, takeHour, withinHour } from '../limits/attempts.ts';
import type { Owner } from '../session/owner.ts';
import { answerUser, personOf, userIdOf } from '../session/session.ts';

/** Small changes of one account, all counted together. */
export const changes = (owner: Owner) => accountCounter('change', owner);

type Renamed = { ok: true; user: ApiUser } | { ok: false; code: 'signed_out' } | TooMany;

/** Reviews keep the name that they were written under. @param perHour changes of one account in an hour */
export async function rename(db: Db, owner: Owner, name: string, perHour: number): Promise<Renamed> {
  const { tokenHash, now } = owner;
  const [[used], , [person]] = await db.write.batch([
    takeHour(db, changes(owner), now),
    db.write
      .update(users)
      .set({ name })
      .where(and(eq(users.id, userIdOf(tokenHash, now)), withinHour(changes(owner), perHour))),
    personOf(db, tokenHash, now),
  ]);
  if (!person) return { ok: false, code: 'signed_out' };
  return overHour(used, perHour, now) ?? { ok: true, user: answerUser({ ...person, name }) };
}
