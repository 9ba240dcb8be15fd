/** Setting a new password with a link out of a letter. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { addresses, attempts, cartLines, devices, sessions, users } from '#db/schema/index.ts';
import type { ApiUser, resetForm } from '#features/accounts/account.ts';
import { overHour, type TooMany, takeHour } from '../limits/attempts.ts';
import { isLoginOf } from '../limits/sign-in.ts';
import { post } from '../outbox/enqueue.ts';
import { answerUser, beginSession, newSession, type SigningIn } from '../session/session.ts';
import { tokenHash } from '../session/token.ts';
import { deviceToken, rememberDevice } from './known-device.ts';
import { endLinks, isLiving, type Opened, ownerOf } from './links.ts';
import { hashPassword } from './password.ts';
import { isEasyToGuess } from './password-strength.ts';
import { hasFactor } from './second-factor.ts';
import { isVerified, verify } from './verified.ts';

type Reset =
  | { ok: true; token: string; device: string; user: ApiUser }
  /** The account has a second factor: its owner signs in with a code. */
  | { ok: true; token: null }
  | { ok: false; code: 'weak_password' | 'link_dead' }
  | TooMany;

const dead = { ok: false, code: 'link_dead' } as const;

/**
 * A dead link costs no hash, and a living one few: each try at it is counted. Whether logins to the
 * account have to wait is not asked, and forgotten afterwards (docs/behaviour.md 9.9).
 * Of two who use a link at once, the batch of one finds it gone. A link that is used verifies the address.
 * An account with a second factor is not signed in: the link proves an address, not the factor.
 * @param tries passwords that may be sent with one link
 * @param factorIsOptional an operator without a second factor may work at the desk
 */
export async function resetPassword(
  db: Db,
  { token: sent, password, device: known }: z.output<typeof resetForm>,
  { tries, factorIsOptional, ...signingIn }: SigningIn & { tries: number; factorIsOptional: boolean },
): Promise<Reset> {
  const { now } = signingIn;
  const hash = tokenHash(sent);
  if (!hash) return dead;
  const link: Opened = { purpose: 'reset', hash, now };
  const counter = sql`SELECT ${`reset:${hash}`} AS key WHERE ${isLiving(link)}`;
  const [[used], [person]] = await db.write.batch([takeHour(db, counter, now), ownerOf(db, link)]);
  if (!person) return dead;
  const refused = overHour(used, tries, now);
  if (refused) return refused;
  if (await isEasyToGuess(password, person)) return { ok: false, code: 'weak_password' };

  const hashed = await hashPassword(password);
  const { token, session } = newSession(signingIn);
  const device = deviceToken(known);
  const good = isLiving(link);
  const signedIn = sql`${users.id} = ${person.id} AND NOT ${hasFactor(users.id)} AND ${good}`;
  const [, begun, changed] = await db.write.batch([
    db.write.delete(sessions).where(and(eq(sessions.userId, person.id), good)),
    beginSession(db, session, signedIn, factorIsOptional),
    db.write
      .update(users)
      .set({ password: hashed, oneTime: false })
      .where(and(eq(users.id, person.id), good))
      .returning({ id: users.id }),
    db.write.delete(devices).where(and(eq(devices.userId, person.id), good)),
    ...emptyUnverified(db, person.id, good),
    rememberDevice(db, device.hash, now, signedIn),
    ...verify(db, person, now, good),
    db.write.delete(attempts).where(and(isLoginOf(person.email), good)),
    post(db, {
      cause: `password_changed:${hash}`,
      to: person.email,
      letter: { kind: 'password_changed' },
      now,
      when: good,
    }),
    endLinks(db, person.id, good),
  ]);
  if (!changed.length) return dead;
  if (!begun.length) return { ok: true, token: null };
  const name = person.verifiedAt === null ? '' : person.name;
  return { ok: true, token, device: device.token, user: answerUser({ ...person, name, verifiedAt: now }) };
}

/**
 * An account whose address was never verified may have been opened by a stranger: what they have put into it must not
 * become its owner's. For the batch, before it verifies the address.
 */
function emptyUnverified(db: Db, id: string, good: SQL) {
  const mayBeStrangers = sql`NOT ${isVerified(id)} AND ${good}`;
  return [
    db.write.delete(addresses).where(and(eq(addresses.userId, id), mayBeStrangers)),
    db.write.delete(cartLines).where(and(eq(cartLines.userId, id), mayBeStrangers)),
    db.write
      .update(users)
      .set({ name: '' })
      .where(and(eq(users.id, id), mayBeStrangers)),
  ] as const;
}
