/** The account of the session, for its pages and the desk. */
import { users } from '#db/schema/index.ts';
import type { Call } from '../lib/call.ts';
import { signedOut } from '../lib/refusal.ts';
import { findSessionUser, serializeUser } from '../lib/session.ts';
import { hasFactor, recoveryCodesLeft } from './second-factor.ts';

export async function readAccount({ db, owner: { tokenHash, now } }: Call) {
  const more = { factor: hasFactor(users.id), codes: recoveryCodesLeft(users.id) };
  const [person] = await findSessionUser(db, tokenHash, now, more);
  if (!person) return signedOut();
  const { elevated, factor, codes } = person;
  return {
    user: serializeUser(person),
    /** The account has a second factor. */
    secondFactor: Boolean(factor),
    recoveryCodes: codes,
    /** The session may use the desk if its account is an operator. */
    elevated,
  };
}
