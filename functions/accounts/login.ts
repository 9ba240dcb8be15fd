/** Signing in and out. */
import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sessions, users } from '#db/schema.ts';
import type { ApiUser } from '#features/accounts/account.ts';
import { attemptKey, blockedUntil, forgetAttempts, loginLimit, takeAttempt } from '../limits/attempts.ts';
import { checkPassword } from './password.ts';
import { newToken, sessionLife, sha256 } from './token.ts';

type LoggedIn =
  | { ok: true; token: string; user: ApiUser }
  | { ok: false; code: 'wrong_credentials' }
  | { ok: false; code: 'too_many'; seconds: number };

/**
 * The attempt is counted before the password is looked at, so that guesses made all at once are
 * limited like guesses made one after another.
 */
export async function login(
  db: Db,
  { email, password }: { email: string; password: string },
  { address, freeTries, now }: { address: string; freeTries: number; now: number },
): Promise<LoggedIn> {
  const key = await attemptKey('login', email, address);
  const [taken, blocked, found] = await db.write.batch([
    takeAttempt(db, key, loginLimit(freeTries), now),
    blockedUntil(db, key),
    db.write.select().from(users).where(eq(users.email, email)),
  ]);
  if (!taken.length)
    return {
      ok: false,
      code: 'too_many',
      seconds: Math.max(1, Math.ceil(((blocked[0]?.until ?? now) - now) / 1000)),
    };

  const user = found[0];
  const right = await checkPassword(password, user?.password);
  if (!user || !right) return { ok: false, code: 'wrong_credentials' };

  const token = newToken();
  await db.write.batch([
    forgetAttempts(db, key),
    db.write.insert(sessions).values({
      tokenHash: await sha256(token),
      userId: user.id,
      createdAt: now,
      expiresAt: now + sessionLife,
    }),
  ]);
  return { ok: true, token, user: { name: user.name, email: user.email, role: user.role } };
}

/** Ends one session. A token that is dead already is as good as ended. */
export const logout = (db: Db, tokenHash: string) =>
  db.write.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
