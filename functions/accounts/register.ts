/** Opening an account. */
import type { z } from 'zod';
import { brokenConstraint, type Db } from '#db/client.ts';
import { sessions, users } from '#db/schema.ts';
import type { ApiUser, registration } from '#features/accounts/account.ts';
import { attemptKey, countInHour } from '../limits/attempts.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashPassword } from './password.ts';
import { newToken, sessionLife, sha256 } from './token.ts';

type Registered =
  | { ok: true; token: string; user: ApiUser }
  | { ok: false; code: 'common_password' | 'email_taken' }
  | { ok: false; code: 'too_many'; seconds: number };

/** @param perHour accounts that one address may open in an hour */
export async function register(
  db: Db,
  { name, email, password }: z.output<typeof registration>,
  { address, perHour, now }: { address: string; perHour: number; now: number },
): Promise<Registered> {
  if (await isCommonPassword(password)) return { ok: false, code: 'common_password' };
  const [used] = await countInHour(db, await attemptKey('register', address), now);
  if (used && used.count > perHour)
    return { ok: false, code: 'too_many', seconds: Math.ceil((used.expiresAt - now) / 1000) };

  const id = crypto.randomUUID();
  const token = newToken();
  const user = { id, name, email, password: await hashPassword(password), createdAt: now };
  const session = {
    tokenHash: await sha256(token),
    userId: id,
    createdAt: now,
    expiresAt: now + sessionLife,
  };
  try {
    await db.write.batch([db.write.insert(users).values(user), db.write.insert(sessions).values(session)]);
  } catch (error) {
    if (brokenConstraint(error)?.includes('users.email')) return { ok: false, code: 'email_taken' };
    throw error;
  }
  return { ok: true, token, user: { name, email, role: 'shopper' } };
}
