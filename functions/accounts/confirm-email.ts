/** A link that proves an address: a new one, or the one that an account was opened with. */
import { and, eq, sql } from 'drizzle-orm';
import { brokenConstraint, type Db } from '#db/client.ts';
import { coupons, links, users } from '#db/schema/index.ts';
import { post, releaseHeld } from '../outbox/enqueue.ts';
import { tokenHash } from '../session/token.ts';
import { endLinks, isLiving, type Opened, ownerOf } from './links.ts';
import { isVerified, verify } from './verified.ts';

type Confirmed =
  | { ok: true; purpose: 'email' | 'verify'; email: string }
  | { ok: false; code: 'link_dead' | 'email_taken' };

type Owner = Awaited<ReturnType<typeof ownerOf>>[number];

const dead = { ok: false, code: 'link_dead' } as const;

/** The link was opened, signed in or not. */
export async function confirmEmail(db: Db, sent: string, now: number): Promise<Confirmed> {
  const hash = tokenHash(sent);
  if (!hash) return dead;
  const moving: Opened = { purpose: 'email', hash, now };
  const verifying: Opened = { purpose: 'verify', hash, now };
  const [[mover], [holder]] = await db.write.batch([ownerOf(db, moving), ownerOf(db, verifying)]);
  if (mover?.newEmail) return changeEmail(db, moving, mover, mover.newEmail);
  return holder ? verifyEmail(db, verifying, holder) : dead;
}

/** The address that the account has is its owner's. Its other links stay: nothing about them has changed. */
async function verifyEmail(db: Db, link: Opened, { id, email }: Owner): Promise<Confirmed> {
  const good = isLiving(link);
  const results = await db.write.batch([
    ...verify(db, { id, email }, link.now, good),
    db.write
      .delete(links)
      .where(and(eq(links.userId, id), eq(links.purpose, 'verify'), good))
      .returning({ tokenHash: links.tokenHash }),
  ]);
  return results[2].length ? { ok: true, purpose: 'verify', email } : dead;
}

/**
 * Cart, orders and sessions stay; a coupon that is for the old address's account goes with it, if the old address was
 * verified. The old address gets an email.
 */
async function changeEmail(
  db: Db,
  link: Opened,
  { id, email: old }: Owner,
  email: string,
): Promise<Confirmed> {
  const { now, hash } = link;
  const good = sql`${isLiving(link)} AND EXISTS (SELECT 1 FROM ${users} AS same WHERE same.id = ${id} AND same.email = ${old})`;
  const was = isVerified(id);
  try {
    const results = await db.write.batch([
      post(db, {
        cause: `email_changed:${hash}`,
        to: old,
        letter: { kind: 'email_changed', newEmail: email },
        now,
        when: good,
        limited: sql`NOT ${was}`,
      }),
      db.write
        .update(coupons)
        .set({ email })
        .where(and(eq(coupons.email, old), was, good)),
      db.write
        .update(users)
        .set({ email, verifiedAt: now })
        .where(and(eq(users.id, id), good))
        .returning({ id: users.id }),
      releaseHeld(db, { id, email }, now, isLiving(link)),
      endLinks(db, id, isLiving(link)),
    ]);
    return results[2].length ? { ok: true, purpose: 'email', email } : dead;
  } catch (error) {
    // Somebody has opened an account with it meanwhile; nothing was written, and the link dies of age.
    if (brokenConstraint(error)?.includes('users.email')) return { ok: false, code: 'email_taken' };
    throw error;
  }
}
