/** Signing in and out. */
import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sessions, users } from '#db/schema.ts';
import type { ApiUser } from '#features/accounts/account.ts';
import {
  blockedUntil,
  forgetAttempts,
  loginCounter,
  mustWait,
  passwordLimit,
  type TooMany,
  takeAttempt,
} from '../limits/attempts.ts';
import { newLink, storeLink } from './links.ts';
import { checkPassword, noPassword } from './password.ts';
import { answerUser, beginSession, newSession, type SigningIn, unchanged } from './session.ts';

type LoggedIn =
  | { ok: true; token: string; user: ApiUser }
  | { ok: true; resetToken: string }
  | { ok: false; code: 'wrong_credentials' }
  | TooMany;

/**
 * The attempt is counted before the password is looked at, so that guesses made all at once are
 * limited like guesses made one after another. Who signs in with a one-time password is not let in, but
 * gets a link's token (`resetToken`) to choose another with.
 */
export async function login(
  db: Db,
  { email, password }: { email: string; password: string },
  { address, freeTries, device, now }: SigningIn & { address: string; freeTries: number },
): Promise<LoggedIn> {
  const counter = loginCounter(email, address);
  const [taken, [blocked], [user]] = await db.write.batch([
    takeAttempt(db, counter, passwordLimit(freeTries), now),
    blockedUntil(db, counter),
    db.write.select().from(users).where(eq(users.email, email)),
  ]);
  if (!taken.length) return mustWait(blocked, now);

  const right = await checkPassword(password, user?.password);
  if (!user || !right) return { ok: false, code: 'wrong_credentials' };
  if (user.oneTime) return spend(db, user, counter, now);

  const { token, session } = newSession({ device, now });
  const [begun] = await db.write.batch([
    beginSession(db, session, unchanged(user)),
    forgetAttempts(db, counter),
  ]);
  if (!begun.length) return { ok: false, code: 'wrong_credentials' };
  return { ok: true, token, user: answerUser(user) };
}

type User = typeof users.$inferSelect;

/** A one-time password is gone with its use: of two who come with it at once, the batch of one finds it so. */
async function spend(db: Db, user: User, counter: string, now: number): Promise<LoggedIn> {
  const { token, link } = newLink('reset', now);
  const [, wiped] = await db.write.batch([
    storeLink(db, link, unchanged(user)),
    db.write
      .update(users)
      .set({ password: noPassword })
      .where(and(eq(users.oneTime, true), unchanged(user)))
      .returning({ id: users.id }),
    forgetAttempts(db, counter),
  ]);
  return wiped.length ? { ok: true, resetToken: token } : { ok: false, code: 'wrong_credentials' };
}

/** Ends one session. A token that is dead already is as good as ended. */
export const logout = (db: Db, tokenHash: string) =>
  db.write.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
