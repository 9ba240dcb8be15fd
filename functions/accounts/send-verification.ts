/** Sends another link that verifies an account's address, or one that confirms that a guest's mailbox is real. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import type { Owner } from '../lib/owner.ts';
import { findSessionUser, sessionUserId } from '../lib/session.ts';
import {
  accountCounter,
  countInHour,
  hourlyRefusal,
  isWithinHour,
  type TooMany,
} from '../limits/attempts.ts';
import { enqueueLinkEmail } from './links.ts';

type SendResult =
  | { ok: true; email: string }
  /** `mailbox_full`: the address has reached its limit of emails. */
  | { ok: false; code: 'signed_out' | 'verified' | 'mailbox_full' }
  | TooMany;

/** Older links stay valid, since emails arrive in any order. @param perHour links for one account in an hour */
export async function sendVerification(db: Db, owner: Owner, perHour: number): Promise<SendResult> {
  const { tokenHash, now } = owner;
  const [person] = await findSessionUser(db, tokenHash, now);
  if (!person) return { ok: false, code: 'signed_out' };
  if (person.verifiedAt !== null) return { ok: false, code: 'verified' };
  const counter = accountCounter('verify', owner);
  const { email } = person;
  const [[used], , stored, [stillUser]] = await db.write.batch([
    countInHour(db, counter, now),
    ...enqueueLinkEmail(db, {
      link: { purpose: 'verify', isGuest: person.guest },
      to: email,
      who: sql`${users.id} = ${sessionUserId(tokenHash, now)} AND ${users.email} = ${email} AND ${users.verifiedAt} IS NULL`,
      when: isWithinHour(counter, perHour),
      now,
    }),
    findSessionUser(db, tokenHash, now),
  ]);
  if (!stillUser) return { ok: false, code: 'signed_out' };
  const refused = hourlyRefusal(used, perHour, now);
  if (refused) return refused;
  if (stored.length) return { ok: true, email };
  return { ok: false, code: stillUser.verifiedAt === null ? 'mailbox_full' : 'verified' };
}
