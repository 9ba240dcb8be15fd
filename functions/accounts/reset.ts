/** Setting a new password with a link out of a letter. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts, sessions, users } from '#db/schema.ts';
import type { ApiUser } from '#features/accounts/account.ts';
import { isLoginOf, overHour, type TooMany, takeHour } from '../limits/attempts.ts';
import { post } from '../mail/outbox.ts';
import { isCommonPassword } from './common-passwords.ts';
import { endLinks, isLiving, type Opened, ownerOf } from './links.ts';
import { hashPassword } from './password.ts';
import { hasFactor } from './second-factor.ts';
import { beginSession, newSession, type SigningIn } from './session.ts';
import { tokenHash } from './token.ts';

type Reset =
  | { ok: true; token: string; user: ApiUser }
  /** The account has a second factor: its owner signs in with a code. */
  | { ok: true; token: null }
  | { ok: false; code: 'common_password' | 'link_dead' }
  | TooMany;

const dead = { ok: false, code: 'link_dead' } as const;

/**
 * A dead link costs no hash, and a living one few: each try at it is counted. Whether logins to the
 * account have to wait is not asked, and forgotten afterwards (decisions: "a reset link always works").
 * Of two who use a link at once, the batch of one finds it gone.
 * An account with a second factor is not signed in: the link proves an address, not the factor.
 * @param tries passwords that may be sent with one link
 * @param factorIsOptional an operator without a second factor may work at the desk
 */
export async function resetPassword(
  db: Db,
  { token: sent, password }: { token: string; password: string },
  { tries, factorIsOptional, ...signingIn }: SigningIn & { tries: number; factorIsOptional: boolean },
): Promise<Reset> {
  if (await isCommonPassword(password)) return { ok: false, code: 'common_password' };
  const { now } = signingIn;
  const hash = tokenHash(sent);
  if (!hash) return dead;
  const link: Opened = { purpose: 'reset', hash, now };
  const counter = sql`SELECT ${`reset:${hash}`} AS key WHERE ${isLiving(link)}`;
  const [[used], [person]] = await db.write.batch([takeHour(db, counter, now), ownerOf(db, link)]);
  if (!person) return dead;
  const refused = overHour(used, tries, now);
  if (refused) return refused;

  const hashed = await hashPassword(password);
  const { token, session } = newSession(signingIn);
  const good = isLiving(link);
  const [, begun, changed] = await db.write.batch([
    db.write.delete(sessions).where(and(eq(sessions.userId, person.id), good)),
    beginSession(
      db,
      session,
      sql`${users.id} = ${person.id} AND NOT ${hasFactor(users.id)} AND ${good}`,
      factorIsOptional,
    ),
    db.write
      .update(users)
      .set({ password: hashed, oneTime: false })
      .where(and(eq(users.id, person.id), good))
      .returning({ id: users.id }),
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
  const { name, email, role } = person;
  return { ok: true, token, user: { name, email, role } };
}
