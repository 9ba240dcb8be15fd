/** Opening an account. The typed address is verified later, by an emailed link. */
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { brokenConstraint } from '#db/client.ts';
import { sessions, users } from '#db/schema/index.ts';
import type { ApiUser, registration } from '#domain/accounts/account.ts';
import type { Call } from '../lib/call.ts';
import { widestOf } from '../lib/network.ts';
import { type Refusal, refusal, refuses, tooMany } from '../lib/refusal.ts';
import { newSession, serializeUser } from '../lib/session.ts';
import { orGiveBack } from '../limits/attempts.ts';
import { limitOfCall, networkLimit } from '../limits/hourly.ts';
import { formatWait } from '../limits/too-many.ts';
import { deviceToken, rememberDevice } from './known-device.ts';
import { enqueueLinkEmail } from './links.ts';
import { type HashFor, hashPassword, requireHashPermit } from './password.ts';
import { isEasyToGuess, weakPassword } from './password-strength.ts';

type RegisterResult = { ok: true; token: string; device: string; user: ApiUser } | Refusal;

export const emailTaken = refusal(409, 'email_taken', () => ({
  message: 'There is an account with this email already. Please sign in.',
  fields: { email: 'There is an account with this email already.' },
}));

/** @throws SemaphoreTimeout when too many hashes are waiting; nothing is counted then */
export async function register(
  call: Call,
  { name, email, password, device: sent }: z.output<typeof registration>,
): Promise<RegisterResult> {
  const { db, now } = call;
  const who: HashFor = { lane: 'stranger', network: widestOf(call.networks) };
  requireHashPermit(who);
  const limit = networkLimit('register', limitOfCall(call, call.limits.REGISTRATIONS_PER_HOUR));
  const wait = limit.wait(await limit.count(db));
  if (wait)
    return tooMany(wait, `Too many accounts were opened from here. Please try again in ${formatWait(wait)}.`);
  if (await isEasyToGuess(password, { name, email })) return weakPassword();

  const id = crypto.randomUUID();
  const hash = await orGiveBack(() => hashPassword(password, who), limit.giveBack(db));
  const user = { id, name, email, password: hash, createdAt: now };
  const { token, session } = newSession(call);
  const device = deviceToken(sent);
  try {
    await db.write.batch([
      db.write.insert(users).values(user),
      db.write.insert(sessions).values({ ...session, userId: id }),
      rememberDevice(db, device.hash, now, eq(users.id, id)),
      ...enqueueLinkEmail(db, {
        link: { purpose: 'verify', isGuest: false },
        to: email,
        who: eq(users.id, id),
        now,
      }),
    ]);
  } catch (error) {
    if (brokenConstraint(error)?.includes('users.email')) return emailTaken();
    throw error;
  }
  return {
    ok: true,
    token,
    device: device.token,
    user: serializeUser({ ...user, role: 'shopper', verifiedAt: null }),
  };
}
refuses(register, emailTaken);
