/**
 * Confirming an address by an emailed link: a new address, or the one that the account was opened with. The link alone
 * says whose the mailbox is, not whose the account is: a stranger may have opened an account with somebody else's
 * address, whose owner opens the link. So it counts only in a session of the account.
 */
import { and, eq, sql } from 'drizzle-orm';
import { brokenConstraint, type Db, lastResults } from '#db/client.ts';
import { coupons, links, users } from '#db/schema/index.ts';
import type { Call } from '../lib/call.ts';
import { type Refusal, refusal, refuses } from '../lib/refusal.ts';
import { findSessionUser } from '../lib/session.ts';
import { tokenHash } from '../lib/token.ts';
import { enqueueEmail, releaseHeldEmails } from '../outbox/enqueue.ts';
import { releaseReviews } from '../reviews/hold.ts';
import { deadLink, endLinks, findLinkOwner, isValidLink, type OpenedLink } from './links.ts';
import { isVerified, verify } from './verified.ts';

type ConfirmResult =
  /** `order`: the mailbox of a guest who is placing an order. */
  { ok: true; purpose: 'email' | 'verify' | 'order'; email: string } | Refusal;

type LinkOwner = Awaited<ReturnType<typeof findLinkOwner>>[number];

export const confirmRefusals = {
  /** The caller is not signed in to the account of the link. */
  signIn: refusal(
    401,
    'sign_in',
    'Please sign in to your account on this device first. Then confirm the address.',
  ),
  emailTaken: refusal(
    409,
    'email_taken',
    'Another account uses this email address now, so yours was not changed.',
  ),
};

const unusable = () => deadLink('You can ask for a new one in your account.');

/** Uses a link of either kind. */
export async function confirmEmail(
  { db, owner }: Call,
  { token: sent }: { token: string },
): Promise<ConfirmResult> {
  const { now } = owner;
  const hash = tokenHash(sent);
  if (!hash) return unusable();
  const moving: OpenedLink = { purpose: 'email', hash, now };
  const verifying: OpenedLink = { purpose: 'verify', hash, now };
  const [[mover], [holder], [caller]] = await db.write.batch([
    findLinkOwner(db, moving),
    findLinkOwner(db, verifying),
    findSessionUser(db, owner.tokenHash, now),
  ]);
  const person = mover ?? holder;
  // Of a guest the link only says that the mailbox is real.
  if (person && !person.guest && person.id !== caller?.id) return confirmRefusals.signIn();
  if (mover?.newEmail) return changeEmail(db, moving, mover, mover.newEmail);
  return holder ? verifyEmail(db, verifying, holder) : unusable();
}
refuses(confirmEmail, deadLink, confirmRefusals);

/**
 * Verifies the account's present address. Its other links stay valid. For a guest, the link only proves that the
 * mailbox is real: a stranger may have typed the address, and must not become its owner (functions/guests/linked-order.ts
 * verifies that).
 */
async function verifyEmail(
  db: Db,
  link: OpenedLink,
  { id, email, guest }: LinkOwner,
): Promise<ConfirmResult> {
  const isValid = isValidLink(link);
  const queries = [
    db.write
      .delete(links)
      .where(and(eq(links.userId, id), eq(links.purpose, 'verify'), isValid))
      .returning({ tokenHash: links.tokenHash }),
  ] as const;
  const results = await db.write.batch([
    db.write
      .update(users)
      .set({ confirmedAt: link.now })
      .where(and(eq(users.id, id), eq(users.guest, true), isValid)),
    ...verify(db, { id, email }, link.now, guest ? sql`false` : isValid),
    ...queries,
  ]);
  const [ended] = lastResults(results, queries);
  return ended.length ? { ok: true, purpose: guest ? 'order' : 'verify', email } : unusable();
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
      ...releaseReviews(db, id, now, isValidLink(link)),
      endLinks(db, id, isValidLink(link)),
    ]);
    return results[2].length ? { ok: true, purpose: 'email', email } : unusable();
  } catch (error) {
    // Somebody has opened an account with the address meanwhile. Nothing was written; the link expires.
    if (brokenConstraint(error)?.includes('users.email')) return confirmRefusals.emailTaken();
    throw error;
  }
}
