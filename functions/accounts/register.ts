/** Opening an account. The person types an address; a link that is mailed there proves that it is theirs. */
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { brokenConstraint, type Db } from '#db/client.ts';
import { sessions, users } from '#db/schema/index.ts';
import type { ApiUser, registration } from '#features/accounts/account.ts';
import { type Hourly, type TooMany, takeOfHour } from '../limits/attempts.ts';
import { answerUser, newSession, type SigningIn } from '../session/session.ts';
import { deviceToken, rememberDevice } from './known-device.ts';
import { mailLink } from './links.ts';
import { hashPassword, wantTurn } from './password.ts';
import { isEasyToGuess } from './password-strength.ts';

type Registered =
  | { ok: true; token: string; device: string; user: ApiUser }
  | { ok: false; code: 'weak_password' | 'email_taken' }
  | TooMany;

/**
 * @param from perHour: accounts that one network may open in an hour
 * @throws NoTurn when too many hashes wait already; nothing is counted then
 */
export async function register(
  db: Db,
  { name, email, password, device: sent }: z.output<typeof registration>,
  from: Hourly & SigningIn,
): Promise<Registered> {
  wantTurn('stranger');
  const refused = await takeOfHour(db, 'register', from);
  if (refused) return refused;
  if (await isEasyToGuess(password, { name, email })) return { ok: false, code: 'weak_password' };

  const id = crypto.randomUUID();
  const user = { id, name, email, password: await hashPassword(password, 'stranger'), createdAt: from.now };
  const { token, session } = newSession(from);
  const device = deviceToken(sent);
  try {
    await db.write.batch([
      db.write.insert(users).values(user),
      db.write.insert(sessions).values({ ...session, userId: id }),
      rememberDevice(db, device.hash, from.now, eq(users.id, id)),
      ...mailLink(db, { link: { purpose: 'verify' }, to: email, who: eq(users.id, id), now: from.now }),
    ]);
  } catch (error) {
    if (brokenConstraint(error)?.includes('users.email')) return { ok: false, code: 'email_taken' };
    throw error;
  }
  return {
    ok: true,
    token,
    device: device.token,
    user: answerUser({ ...user, role: 'shopper', verifiedAt: null }),
  };
}
