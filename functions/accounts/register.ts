/** Opening an account. */
import type { z } from 'zod';
import { brokenConstraint, type Db } from '#db/client.ts';
import { sessions, users } from '#db/schema.ts';
import type { ApiUser, registration } from '#features/accounts/account.ts';
import { type Hourly, type TooMany, takeOfHour } from '../limits/attempts.ts';
import { hashPassword } from './password.ts';
import { isEasyToGuess } from './password-strength.ts';
import { newSession, type SigningIn } from './session.ts';

type Registered =
  | { ok: true; token: string; user: ApiUser }
  | { ok: false; code: 'weak_password' | 'email_taken' }
  | TooMany;

/** @param from perHour: accounts that one address may open in an hour */
export async function register(
  db: Db,
  { name, email, password }: z.output<typeof registration>,
  from: Hourly & SigningIn,
): Promise<Registered> {
  const refused = await takeOfHour(db, 'register', from);
  if (refused) return refused;
  if (await isEasyToGuess(password, { name, email })) return { ok: false, code: 'weak_password' };

  const id = crypto.randomUUID();
  const user = { id, name, email, password: await hashPassword(password), createdAt: from.now };
  const { token, session } = newSession(from);
  try {
    await db.write.batch([
      db.write.insert(users).values(user),
      db.write.insert(sessions).values({ ...session, userId: id }),
    ]);
  } catch (error) {
    if (brokenConstraint(error)?.includes('users.email')) return { ok: false, code: 'email_taken' };
    throw error;
  }
  return { ok: true, token, user: { name, email, role: 'shopper' } };
}
