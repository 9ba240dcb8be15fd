/** Signing in and out. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sessions, users } from '#db/schema/index.ts';
import type { ApiUser } from '#domain/accounts/account.ts';
import type { Call } from '../lib/call.ts';
import { widestOf } from '../lib/network.ts';
import { type Refusal, refusal, refuses } from '../lib/refusal.ts';
import { hasSamePassword, insertSession, newSession, serializeUser } from '../lib/session.ts';
import {
  attemptKey,
  blockedUntil,
  countAttempts,
  forgetAttempts,
  orGiveBack,
  returnAttempts,
  tooManyAttempts,
} from '../limits/attempts.ts';
import { hourlyLimit } from '../limits/hourly.ts';
import { deviceCounters, strangerCounters } from '../limits/sign-in.ts';
import { tooManyTries } from '../limits/too-many.ts';
import { hasEmail } from './by-email.ts';
import { deviceToken, findKnownDevice, rememberDevice } from './known-device.ts';
import { newLink, storeLink } from './links.ts';
import { countOperatorFailure, flagNewDevice } from './operator-notices.ts';
import { checkPassword, type HashFor, laneOfRole, noPassword, requireHashPermit } from './password.ts';
import type { Proof } from './prove-password.ts';
import { checkSecondFactor, signInCode } from './second-factor.ts';
import { inTurn } from './turns.ts';

type LoginResult =
  | { ok: true; token: string; device: string; user: ApiUser }
  | { ok: true; resetToken: string }
  | Refusal;

export const wrongCredentials = refusal(401, 'wrong_credentials', 'The email or the password is not right.');

type Credentials = Proof & { email: string; device?: string | undefined };

/**
 * A client that has to wait is refused after one read, before any write and any hash. The attempt is counted before the
 * password is checked, so that parallel guesses are limited like guesses one after another. A one-time password does
 * not sign in: the result is a link's token (`resetToken`) for choosing another password. An account with a second
 * factor needs its code too: a missing code costs no attempt, a wrong one counts like a wrong password.
 * @throws SemaphoreTimeout when too many hashes are waiting; nothing is counted then
 */
export async function login(call: Call, credentials: Credentials): Promise<LoginResult> {
  const { device: sent } = credentials;
  const device = deviceToken(sent);
  if (sent) return inTurn(device.hash, () => loginInTurn(call, credentials, device));
  // A client without a device token is a stranger: with a full queue it does not even cause a read.
  requireHashPermit({ lane: 'stranger', network: widestOf(call.networks) });
  return loginInTurn(call, credentials, device);
}

async function loginInTurn(
  call: Call,
  { email, password, code }: Credentials,
  device: ReturnType<typeof deviceToken>,
): Promise<LoginResult> {
  const { db, networks, limits, now } = call;
  const freeTries = {
    account: limits.LOGIN_FREE_TRIES,
    network: limits.LOGIN_FREE_TRIES_PER_NETWORK,
    everywhere: limits.LOGIN_FREE_TRIES_PER_ACCOUNT,
  };
  const own = deviceCounters(email, device.hash, freeTries);
  const strangers = strangerCounters(email, networks, freeTries);
  const keys = [own, strangers].flatMap((one) => [one.own, ...one.shared]).map(({ counter }) => counter);
  // With the right password; each costs a hash. It is read before this one is counted.
  const signIns = hourlyLimit(
    `signed-in:${attemptKey('signed-in', email)}`,
    limits.SIGN_INS_PER_HOUR - 1,
    now,
  );
  const [[user], [known], waiting, before] = await db.read.batch([
    db.read.select().from(users).where(hasEmail(email)),
    findKnownDevice(db, email, device.hash),
    blockedUntil(db, keys, now),
    signIns.read(db),
  ]);
  const often = signIns.wait(before);
  if (often) return tooManyTries(often);
  const counters = known ? own : strangers;
  const counted = [counters.own, ...counters.shared];
  const blocked = waiting.find(({ key }) => counted.some(({ counter }) => counter === key));
  if (blocked) return tooManyAttempts(blocked, now);

  const mine = known && user;
  const who: HashFor = {
    lane: mine ? laneOfRole(mine.role) : 'stranger',
    network: widestOf(networks),
    account: mine?.id,
  };
  requireHashPermit(who);
  const [taken, [stillBlocked]] = await db.write.batch([
    countAttempts(db, counted, now),
    blockedUntil(
      db,
      counted.map(({ counter }) => counter),
      now,
    ),
  ]);
  if (!taken.length) return tooManyAttempts(stillBlocked, now);
  const shared = taken.filter(({ key }) => key !== counters.own.counter);
  const restoreCounters = [forgetAttempts(db, counters.own.counter), returnAttempts(db, shared)] as const;

  const { isRight, step } = await orGiveBack(
    async () => {
      const isRight = await checkPassword(password, user?.password, who);
      const needsStep = user && isRight && !user.oneTime;
      return { isRight, step: needsStep && (await checkSecondFactor(db, user, code, now, signInCode)) };
    },
    returnAttempts(db, taken),
  );
  // Not to make the response slower for an operator's account.
  if (user && !isRight) call.runAfterResponse(countOperatorFailure(db, user, now));
  if (!user || !isRight) return wrongCredentials();
  if (!step) return spendOneTimePassword(db, user, restoreCounters, now);
  if (!step.ok) {
    if (step.code === 'code_needed') await returnAttempts(db, taken);
    else call.runAfterResponse(countOperatorFailure(db, user, now));
    return step;
  }

  const { token, session } = newSession(call);
  const may = sql`${hasSamePassword(user)} AND ${step.when}`;
  const [inserted] = await db.write.batch([
    insertSession(db, session, may, step.factor || call.factorIsOptional),
    ...flagNewDevice(db, user, session, Boolean(known)),
    rememberDevice(db, device.hash, now, may),
    ...step.spend,
    ...restoreCounters,
    signIns.count(db),
  ]);
  if (!inserted.length) return step.factor ? signInCode.wrongCode() : wrongCredentials();
  return { ok: true, token, device: device.token, user: serializeUser(user) };
}
refuses(login, wrongCredentials, signInCode);

type User = typeof users.$inferSelect;
type RestoreCounters = readonly [ReturnType<typeof forgetAttempts>, ReturnType<typeof returnAttempts>];

/** Uses up a one-time password. If two requests come at once, the batch of only one succeeds. */
async function spendOneTimePassword(
  db: Db,
  user: User,
  restoreCounters: RestoreCounters,
  now: number,
): Promise<LoginResult> {
  const { token, link } = newLink('reset', now);
  const [, wiped] = await db.write.batch([
    storeLink(db, link, hasSamePassword(user)),
    db.write
      .update(users)
      .set({ password: noPassword })
      .where(and(eq(users.oneTime, true), hasSamePassword(user)))
      .returning({ id: users.id }),
    ...restoreCounters,
  ]);
  return wiped.length ? { ok: true, resetToken: token } : wrongCredentials();
}

/** Ends one session. A token without a session is no error. */
export async function logout({ db, owner }: Call): Promise<void> {
  await db.write.delete(sessions).where(eq(sessions.tokenHash, owner.tokenHash));
}
