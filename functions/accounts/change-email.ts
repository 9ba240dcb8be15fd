/** Another e-mail address: asked for with the password, and changed by a link that is mailed to it. */
import { and, eq, sql } from 'drizzle-orm';
import { brokenConstraint, type Db } from '#db/client.ts';
import { coupons, links, users } from '#db/schema.ts';
import type { Owner } from '../cart/cart.ts';
import {
  accountCounter,
  attemptKey,
  overHour,
  type TooMany,
  takeHour,
  withinHour,
} from '../limits/attempts.ts';
import { post } from '../mail/outbox.ts';
import { endLinks, isLiving, linkMinutes, newLink, type Opened, ownerOf, storeLink } from './links.ts';
import { forgetGuesses, overtaken, type Proof, provePassword, stillProven } from './prove.ts';
import type { CodeRefused } from './second-factor.ts';
import { personOf } from './session.ts';
import { tokenHash } from './token.ts';

type Asked =
  | { ok: true }
  | { ok: false; code: 'signed_out' | 'wrong_password' | 'same_email' }
  | CodeRefused
  | TooMany;

/**
 * The answer is the same whether the new address has an account or not; one that has gets no letter. A
 * new wish replaces the one before: a link to a mistyped address must not stay good.
 * @param limits perHour: wishes of one account, and letters to one new address, in an hour
 */
export async function askForEmail(
  db: Db,
  owner: Owner,
  { email, ...given }: Proof & { email: string },
  { freeTries, perHour }: { freeTries: number; perHour: number },
): Promise<Asked> {
  const proven = await provePassword(db, owner, given, freeTries);
  if (!proven.ok) return proven;
  const { person } = proven;
  if (person.email === email) {
    await forgetGuesses(db, owner);
    return { ok: false, code: 'same_email' };
  }
  const { now } = owner;
  const wishes = accountCounter('email', owner);
  const proof = stillProven(owner, person, withinHour(wishes, perHour));
  const mailed = sql`SELECT ${attemptKey('email-letter', email)} AS key WHERE ${proof}`;
  const mayBeMailed = sql`${withinHour(mailed, perHour)}
    AND NOT EXISTS (SELECT 1 FROM ${users} AS other WHERE other.email = ${email})`;
  const { token, link } = newLink('email', now);
  const [, [used], , , [asked], [still]] = await db.write.batch([
    forgetGuesses(db, owner),
    takeHour(db, wishes, now),
    takeHour(db, mailed, now),
    db.write.delete(links).where(and(eq(links.userId, person.id), eq(links.purpose, 'email'), proof)),
    db.write
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, person.id), proof)),
    personOf(db, owner.tokenHash, now),
    storeLink(db, link, sql`${users.id} = ${person.id} AND ${proof} AND ${mayBeMailed}`, email),
    post(db, {
      cause: `email_change:${link.tokenHash}`,
      to: email,
      letter: { kind: 'email_change', token, newEmail: email, minutes: linkMinutes },
      now,
      when: sql`EXISTS (SELECT 1 FROM ${links} WHERE ${eq(links.tokenHash, link.tokenHash)})`,
    }),
  ]);
  return overHour(used, perHour, now) ?? (asked ? { ok: true } : overtaken(still));
}

type Confirmed = { ok: true; email: string } | { ok: false; code: 'link_dead' | 'email_taken' };

const dead = { ok: false, code: 'link_dead' } as const;

/**
 * The link was opened, signed in or not. Cart, orders and sessions stay; a coupon that is for the old
 * address's account goes with it. The old address is told.
 */
export async function confirmEmail(db: Db, sent: string, now: number): Promise<Confirmed> {
  const hash = tokenHash(sent);
  if (!hash) return dead;
  const link: Opened = { purpose: 'email', hash, now };
  const [person] = await ownerOf(db, link);
  if (!person?.newEmail) return dead;
  const { id, email: old, newEmail } = person;
  const good = sql`${isLiving(link)} AND EXISTS (SELECT 1 FROM ${users} AS same WHERE same.id = ${id} AND same.email = ${old})`;
  try {
    const results = await db.write.batch([
      post(db, {
        cause: `email_changed:${hash}`,
        to: old,
        letter: { kind: 'email_changed', newEmail },
        now,
        when: good,
      }),
      db.write
        .update(coupons)
        .set({ email: newEmail })
        .where(and(eq(coupons.email, old), good)),
      db.write
        .update(users)
        .set({ email: newEmail })
        .where(and(eq(users.id, id), good))
        .returning({ id: users.id }),
      endLinks(db, id, isLiving(link)),
    ]);
    return results[2].length ? { ok: true, email: newEmail } : dead;
  } catch (error) {
    // Somebody has opened an account with it meanwhile; nothing was written, and the link dies of age.
    if (brokenConstraint(error)?.includes('users.email')) return { ok: false, code: 'email_taken' };
    throw error;
  }
}
