/** Signing in and out. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sessions, users } from '#db/schema/index.ts';
import type { ApiUser } from '#features/accounts/account.ts';
import { NoTurn } from '#lib/turns.ts';
import {
  blockedUntil,
  forgetAttempts,
  giveBack,
  mustWait,
  type TooMany,
  takeAttempts,
} from '../limits/attempts.ts';
import { deviceCounters, type FreeTries, strangerCounters } from '../limits/sign-in.ts';
import { answerUser, beginSession, newSession, type SigningIn, unchanged } from '../session/session.ts';
import { deviceToken, knownDevice, rememberDevice } from './known-device.ts';
import { newLink, storeLink } from './links.ts';
import { noteFailure, noticeOfDevice } from './operator-notices.ts';
import { checkPassword, noPassword, wantTurn } from './password.ts';
import type { Proof } from './prove.ts';
import { type CodeRefused, secondStep } from './second-factor.ts';

type LoggedIn =
  | { ok: true; token: string; device: string; user: ApiUser }
  | { ok: true; resetToken: string }
  | { ok: false; code: 'wrong_credentials' }
  | CodeRefused
  | TooMany;

type Credentials = Proof & { email: string; device?: string | undefined };

/**
 * @property address the network that it comes from
 * @property factorIsOptional an operator without a second factor may work at the desk
 * @property later does something after the answer, which must not take longer for an operator's account
 */
type From = SigningIn & {
  address: string;
  freeTries: FreeTries;
  factorIsOptional: boolean;
  later: (work: Promise<unknown>) => void;
};

/**
 * What has to wait is refused by one read: before any write and before any hash. Then the attempt is counted, and
 * only then the password is looked at, so that guesses made all at once are limited like guesses made one after
 * another. With a one-time password nobody is signed in: the answer is a link's token (`resetToken`) to choose
 * another password with. An account with a second factor needs a code of it too: being asked for one costs no
 * attempt, and a wrong one is counted like a wrong password.
 * @throws NoTurn when too many hashes wait already; nothing is counted then
 */
export async function login(
  db: Db,
  { email, password, code, device: sent }: Credentials,
  from: From,
): Promise<LoggedIn> {
  // Who brings no key of a device is nobody's owner: with a full queue they cost not even a read.
  if (!sent) wantTurn('stranger');
  const { address, freeTries, now } = from;
  const device = deviceToken(sent);
  const own = deviceCounters(email, device.hash, freeTries);
  const strangers = strangerCounters(email, address, freeTries);
  const keys = [own, strangers].flatMap((one) => [one.own, ...one.shared]).map(({ counter }) => counter);
  const [[user], [known], waiting] = await db.read.batch([
    db.read.select().from(users).where(eq(users.email, email)),
    knownDevice(db, email, device.hash),
    blockedUntil(db, keys, now),
  ]);
  const counters = known ? own : strangers;
  const counted = [counters.own, ...counters.shared];
  const blocked = waiting.find(({ key }) => counted.some(({ counter }) => counter === key));
  if (blocked) return mustWait(blocked, now);

  const lane = known ? 'known' : 'stranger';
  wantTurn(lane);
  const [taken, [overtaken]] = await db.write.batch([
    takeAttempts(db, counted, now),
    blockedUntil(
      db,
      counted.map(({ counter }) => counter),
      now,
    ),
  ]);
  if (!taken.length) return mustWait(overtaken, now);
  const shared = taken.filter(({ key }) => key !== counters.own.counter);
  const honest = [forgetAttempts(db, counters.own.counter), giveBack(db, shared)] as const;

  let right: boolean;
  try {
    right = await checkPassword(password, user?.password, lane);
  } catch (error) {
    if (error instanceof NoTurn) await giveBack(db, taken);
    throw error;
  }
  if (user && !right) from.later(noteFailure(db, user, now));
  if (!user || !right) return { ok: false, code: 'wrong_credentials' };
  if (user.oneTime) return spend(db, user, honest, now);
  const step = await secondStep(db, user, code, now);
  if (!step.ok) {
    if (step.code === 'code_needed') await giveBack(db, taken);
    else from.later(noteFailure(db, user, now));
    return step;
  }

  const { token, session } = newSession(from);
  const may = sql`${unchanged(user)} AND ${step.when}`;
  const [begun] = await db.write.batch([
    beginSession(db, session, may, step.factor || from.factorIsOptional),
    ...noticeOfDevice(db, user, session, Boolean(known)),
    rememberDevice(db, device.hash, now, may),
    ...step.spend,
    ...honest,
  ]);
  if (!begun.length) return { ok: false, code: step.factor ? 'wrong_code' : 'wrong_credentials' };
  return { ok: true, token, device: device.token, user: answerUser(user) };
}

type User = typeof users.$inferSelect;
type Honest = readonly [ReturnType<typeof forgetAttempts>, ReturnType<typeof giveBack>];

/** A one-time password is gone with its use: of two who come with it at once, the batch of one finds it so. */
async function spend(db: Db, user: User, honest: Honest, now: number): Promise<LoggedIn> {
  const { token, link } = newLink('reset', now);
  const [, wiped] = await db.write.batch([
    storeLink(db, link, unchanged(user)),
    db.write
      .update(users)
      .set({ password: noPassword })
      .where(and(eq(users.oneTime, true), unchanged(user)))
      .returning({ id: users.id }),
    ...honest,
  ]);
  return wiped.length ? { ok: true, resetToken: token } : { ok: false, code: 'wrong_credentials' };
}

/** Ends one session. A token that is dead already is as good as ended. */
export const logout = (db: Db, tokenHash: string) =>
  db.write.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
