/** Setting a new password with an emailed link. */
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import {
  addresses,
  attempts,
  cartLines,
  devices,
  reviews,
  sessions,
  users,
  wishes,
} from '#db/schema/index.ts';
import type { ApiUser, resetForm } from '#domain/accounts/account.ts';
import type { Call } from '../lib/call.ts';
import { type Refusal, refuses, tooMany } from '../lib/refusal.ts';
import { insertSession, newSession, serializeUser } from '../lib/session.ts';
import { tokenHash } from '../lib/token.ts';
import { orGiveBack } from '../limits/attempts.ts';
import { hourlyLimit } from '../limits/hourly.ts';
import { isSignInCounter } from '../limits/sign-in.ts';
import { enqueueEmail } from '../outbox/enqueue.ts';
import { deviceToken, rememberDevice } from './known-device.ts';
import { deadLink, endLinks, findLinkOwner, isValidLink, type OpenedLink } from './links.ts';
import { type HashFor, hashPassword, laneOfRole } from './password.ts';
import { isEasyToGuess, weakPassword } from './password-strength.ts';
import { hasFactor } from './second-factor.ts';
import { isVerified, verify } from './verified.ts';

type ResetResult =
  /** @property cleared the address was never verified before, so what was saved in the account is removed */
  | { ok: true; token: string; device: string; user: ApiUser; cleared: boolean }
  /** The account has a second factor: its owner signs in with a code. */
  | { ok: true; token: null }
  | Refusal;

const unusable = () => deadLink('Please ask for a new one.');

/**
 * An invalid link causes no hash; attempts with a valid one are counted. Waits after failed sign-ins do not apply, and
 * their counters are cleared (docs/behaviour.md, "Forgotten password"). If two requests use one link at once, only one
 * succeeds. Using the link verifies the address. An account with a second factor is not signed in, since the link
 * proves the address but not the factor.
 */
export async function resetPassword(
  call: Call,
  { token: sent, password, device: known }: z.output<typeof resetForm>,
): Promise<ResetResult> {
  const { db, now, limits } = call;
  const hash = tokenHash(sent);
  if (!hash) return unusable();
  const link: OpenedLink = { purpose: 'reset', hash, now };
  const counter = sql`SELECT ${`reset:${hash}`} AS key WHERE ${isValidLink(link)}`;
  const limit = hourlyLimit(counter, limits.RESET_TRIES, now);
  const [used, [person]] = await db.write.batch([limit.count(db), findLinkOwner(db, link)]);
  if (!person) return unusable();
  const wait = limit.wait(used);
  if (wait) return tooMany(wait, 'This link was tried too often. Please ask for a new one.');
  if (await isEasyToGuess(password, person)) return weakPassword();

  const who: HashFor = { lane: laneOfRole(person.role), network: call.owner.network, account: person.id };
  const hashed = await orGiveBack(() => hashPassword(password, who), limit.giveBack(db));
  const { token, session } = newSession(call);
  const device = deviceToken(known);
  const isValid = isValidLink(link);
  const signedIn = sql`${users.id} = ${person.id} AND NOT ${hasFactor(users.id)} AND ${isValid}`;
  const [, inserted, changed] = await db.write.batch([
    db.write.delete(sessions).where(and(eq(sessions.userId, person.id), isValid)),
    insertSession(db, session, signedIn, call.factorIsOptional),
    db.write
      .update(users)
      .set({ password: hashed, oneTime: false })
      .where(and(eq(users.id, person.id), isValid))
      .returning({ id: users.id }),
    db.write.delete(devices).where(and(eq(devices.userId, person.id), isValid)),
    ...clearUnverifiedAccount(db, person.id, isValid),
    rememberDevice(db, device.hash, now, signedIn),
    ...verify(db, person, now, isValid),
    db.write.delete(attempts).where(and(isSignInCounter(person.email), isValid)),
    enqueueEmail(db, {
      cause: `password_changed:${hash}`,
      to: person.email,
      content: { kind: 'password_changed' },
      now,
      when: isValid,
    }),
    endLinks(db, person.id, isValid),
  ]);
  if (!changed.length) return unusable();
  if (!inserted.length) return { ok: true, token: null };
  const cleared = person.verifiedAt === null;
  const user = serializeUser({ ...person, name: cleared ? '' : person.name, verifiedAt: now });
  return { ok: true, token, device: device.token, user, cleared };
}
refuses(resetPassword, deadLink);

/**
 * Statements that clear an account whose address was never verified: a stranger may have opened it, and the owner of
 * the address must not get the stranger's data. In the batch they come before the address is verified.
 */
function clearUnverifiedAccount(db: Db, id: string, isValid: SQL) {
  const mayBeStrangers = sql`NOT ${isVerified(id)} AND ${isValid}`;
  return [
    db.write.delete(addresses).where(and(eq(addresses.userId, id), mayBeStrangers)),
    db.write.delete(cartLines).where(and(eq(cartLines.userId, id), mayBeStrangers)),
    db.write.delete(wishes).where(and(eq(wishes.userId, id), mayBeStrangers)),
    db.write.delete(reviews).where(and(eq(reviews.userId, id), isNotNull(reviews.waits), mayBeStrangers)),
    db.write
      .update(users)
      .set({ name: '' })
      .where(and(eq(users.id, id), mayBeStrangers)),
  ] as const;
}
