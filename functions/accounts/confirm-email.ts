/** Confirming an address by an emailed link: a new address, or the one that the account was opened with. */
import { and, eq, sql } from 'drizzle-orm';
import { brokenConstraint, type Db } from '#db/client.ts';
import { coupons, links, users } from '#db/schema/index.ts';
import { enqueueEmail, releaseHeldEmails } from '../outbox/enqueue.ts';
import { tokenHash } from '../session/token.ts';
import { endLinks, findLinkOwner, isValidLink, type OpenedLink } from './links.ts';
import { isVerified, verify } from './verified.ts';

type ConfirmResult =
  | { ok: true; purpose: 'email' | 'verify'; email: string }
  | { ok: false; code: 'link_dead' | 'email_taken' };

type LinkOwner = Awaited<ReturnType<typeof findLinkOwner>>[number];

const deadLink = { ok: false, code: 'link_dead' } as const;

/** Uses a link of either kind; needs no session. @param sent the link's token @param now UTC ms */
export async function confirmEmail(db: Db, sent: string, now: number): Promise<ConfirmResult> {
  const hash = tokenHash(sent);
  if (!hash) return deadLink;
  const moving: OpenedLink = { purpose: 'email', hash, now };
  const verifying: OpenedLink = { purpose: 'verify', hash, now };
  const [[mover], [holder]] = await db.write.batch([findLinkOwner(db, moving), findLinkOwner(db, verifying)]);
  if (mover?.newEmail) return changeEmail(db, moving, mover, mover.newEmail);
  return holder ? verifyEmail(db, verifying, holder) : deadLink;
}

/** Verifies the account's present address. Its other links stay valid. */
async function verifyEmail(db: Db, link: OpenedLink, { id, email }: LinkOwner): Promise<ConfirmResult> {
  const isValid = isValidLink(link);
  const results = await db.write.batch([
    ...verify(db, { id, email }, link.now, isValid),
    db.write
      .delete(links)
      .where(and(eq(links.userId, id), eq(links.purpose, 'verify'), isValid))
      .returning({ tokenHash: links.tokenHash }),
  ]);
  return results[2].length ? { ok: true, purpose: 'verify', email } : deadLink;
}

/**
 * Changes the address. Cart, orders and sessions stay. Personal coupons move to the new address if the old one was
 * verified. The old address gets an email.
 */
async function changeEmail(
  db: Db,
  link: OpenedLink,
  { id, email: old }: LinkOwner,
  email: string,
): Promise<ConfirmResult> {
  const { now, hash } = link;
  const isValid = sql`${isValidLink(link)} AND EXISTS (SELECT 1 FROM ${users} AS same WHERE same.id = ${id} AND same.email = ${old})`;
  const wasVerified = isVerified(id);
  try {
    const results = await db.write.batch([
      enqueueEmail(db, {
        cause: `email_changed:${hash}`,
        to: old,
        content: { kind: 'email_changed', newEmail: email },
        now,
        when: isValid,
        limited: sql`NOT ${wasVerified}`,
      }),
      db.write
        .update(coupons)
        .set({ email })
        .where(and(eq(coupons.email, old), wasVerified, isValid)),
      db.write
        .update(users)
        .set({ email, verifiedAt: now })
        .where(and(eq(users.id, id), isValid))
        .returning({ id: users.id }),
      releaseHeldEmails(db, { id, email }, now, isValidLink(link)),
      endLinks(db, id, isValidLink(link)),
    ]);
    return results[2].length ? { ok: true, purpose: 'email', email } : deadLink;
  } catch (error) {
    // Somebody has opened an account with the address meanwhile. Nothing was written; the link expires.
    if (brokenConstraint(error)?.includes('users.email')) return { ok: false, code: 'email_taken' };
    throw error;
  }
}
