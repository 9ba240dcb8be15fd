/** The link that proves an account's address, once more. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import { accountCounter, overHour, type TooMany, takeHour, withinHour } from '../limits/attempts.ts';
import type { Owner } from '../session/owner.ts';
import { personOf, userIdOf } from '../session/session.ts';
import { mailLink } from './links.ts';

type Sent =
  | { ok: true; email: string }
  /** `mailbox_full`: the address has been sent as many emails as it may be for now. */
  | { ok: false; code: 'signed_out' | 'verified' | 'mailbox_full' }
  | TooMany;

/** Older links stay good: emails arrive in any order. @param perHour links that one account may ask for in an hour */
export async function sendVerification(db: Db, owner: Owner, perHour: number): Promise<Sent> {
  const { tokenHash, now } = owner;
  const [person] = await personOf(db, tokenHash, now);
  if (!person) return { ok: false, code: 'signed_out' };
  if (person.verifiedAt !== null) return { ok: false, code: 'verified' };
  const counter = accountCounter('verify', owner);
  const { email } = person;
  const [[used], , stored, [still]] = await db.write.batch([
    takeHour(db, counter, now),
    ...mailLink(db, {
      link: { purpose: 'verify' },
      to: email,
      who: sql`${users.id} = ${userIdOf(tokenHash, now)} AND ${users.email} = ${email} AND ${users.verifiedAt} IS NULL`,
      when: withinHour(counter, perHour),
      now,
    }),
    personOf(db, tokenHash, now),
  ]);
  if (!still) return { ok: false, code: 'signed_out' };
  const refused = overHour(used, perHour, now);
  if (refused) return refused;
  if (stored.length) return { ok: true, email };
  return { ok: false, code: still.verifiedAt === null ? 'mailbox_full' : 'verified' };
}
