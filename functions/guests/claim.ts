/**
 * A guest becomes an account by choosing a password (docs/behaviour.md, "Order links"). It needs the link of the email that
 * follows on the password, or an order's link and the code that was mailed: both prove the address. A password that was chosen
 * without the link is stored with the guest, and only the device that chose it can put it to use: a stranger who has typed
 * somebody else's address must not know the password of the account that the owner of the mailbox opens.
 */
import { and, desc, eq, sql } from 'drizzle-orm';
import { brokenConstraint, lastResults } from '#db/client.ts';
import { orders, sessions, users } from '#db/schema/index.ts';
import type { ApiUser } from '#domain/accounts/account.ts';
import { deviceToken, rememberDevice } from '../accounts/known-device.ts';
import { type HashFor, hashPassword, requireHashPermit } from '../accounts/password.ts';
import { isEasyToGuess, weakPassword } from '../accounts/password-strength.ts';
import { isVerified } from '../accounts/verified.ts';
import type { Call } from '../lib/call.ts';
import { notConfigured } from '../lib/hash-key.ts';
import { codeNeeded, type Refusal, refusal, refuses, signedOut } from '../lib/refusal.ts';
import { findSessionUser, insertSession, newSession, serializeUser, sessionUserId } from '../lib/session.ts';
import { accountCounter, orGiveBack } from '../limits/attempts.ts';
import { hourlyLimit } from '../limits/hourly.ts';
import { tooManyChanges, tooManyTries } from '../limits/too-many.ts';
import { enqueueEmail } from '../outbox/enqueue.ts';
import { joinRefusals } from './join.ts';
import { isStillGuest, proveMailbox, readLinkedOrder } from './linked-order.ts';
import { deadOrderLink, hasLiveLinks, type LinkedOrder, requireLinkedOrder } from './order-link.ts';

/** The password column of a guest: the session that chose the password, and its hash. It is no password of a login. */
const chosenPassword = (tokenHash: string, hash: string): string => `chosen ${tokenHash} ${hash}`;

/** The hash that this session has chosen, or `undefined`. */
function chosenBy(tokenHash: string, stored: string): string | undefined {
  const [kind, by, hash] = stored.split(' ');
  return kind === 'chosen' && by === tokenHash ? hash : undefined;
}

/** Why a guest does not become an account. */
export const claimRefusals = {
  hasAccount: refusal(409, 'has_account', 'You are signed in to an account already.'),
  noOrder: refusal(409, 'no_order', 'Please place an order first.'),
  emailTaken: refusal(409, 'email_taken', 'There is an account with this email already. Please sign in.'),
  /** This session has not chosen a password. */
  passwordNeeded: refusal(409, 'password_needed', 'Please choose a password to finish.'),
  /** The link proves no address, and this session has not typed the code that does. */
  codeNeeded,
};

/**
 * Stores a password for the guest of the session, and emails the link. The result, the work and the number of emails do
 * not show whether the address has an account; only the email says so.
 */
async function choosePassword(
  { db, owner, limits }: Call,
  password: string,
): Promise<{ ok: true; email: string } | Refusal> {
  // Anybody can become a guest, so these hashes wait with those of strangers.
  const { tokenHash, network, now } = owner;
  const who: HashFor = { lane: 'stranger', network };
  requireHashPermit(who);
  const limit = hourlyLimit(accountCounter('claim', owner), limits.EMAIL_CHANGES_PER_HOUR, now);
  const [used, [guest], [order]] = await db.write.batch([
    limit.count(db),
    findSessionUser(db, tokenHash, now),
    db.write
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.userId, sessionUserId(tokenHash, now)), hasLiveLinks(now)))
      .orderBy(desc(orders.createdAt))
      .limit(1),
  ]);
  if (!guest) return signedOut();
  if (!guest.guest) return claimRefusals.hasAccount();
  const wait = limit.wait(used);
  if (wait) return tooManyChanges(wait);
  if (!order) return claimRefusals.noOrder();
  if (await isEasyToGuess(password, guest)) return weakPassword();

  const hash = await orGiveBack(() => hashPassword(password, who), limit.giveBack(db));
  const stored = chosenPassword(tokenHash, hash);
  const { id, email } = guest;
  const isTheirs = sql`${isStillGuest(id)} AND EXISTS (SELECT 1 FROM ${sessions} AS s
    WHERE s.token_hash = ${tokenHash} AND s.user_id = ${id} AND s.expires_at > ${now})`;
  const hasAccount = sql`EXISTS (SELECT 1 FROM ${users} AS account WHERE account.email = ${email} AND account.guest = 0)`;
  const emailIf = (condition: typeof hasAccount, is: boolean) =>
    enqueueEmail(db, {
      cause: `guest_claim:${order.id}:${now}`,
      to: email,
      content: { kind: 'guest_claim', orderId: order.id, hasAccount: is },
      now,
      when: sql`${isTheirs} AND ${condition}`,
      limited: sql`NOT ${isVerified(id)}`,
    });
  const [changed] = await db.write.batch([
    db.write
      .update(users)
      .set({ password: stored })
      .where(and(eq(users.id, id), isTheirs))
      .returning({ id: users.id }),
    emailIf(hasAccount, true),
    emailIf(sql`NOT ${hasAccount}`, false),
  ]);
  return changed.length ? { ok: true, email } : signedOut();
}

type ClaimResult = { ok: true; token: string; device: string; user: ApiUser } | Refusal;

/** @property password left out: the one that this device has chosen */
type Claim = { password?: string | undefined; device?: string | undefined };

/**
 * Makes the guest an account. All sessions of the guest end, and a new one starts.
 * @param linked a link with a right signature
 */
async function claimAccount(call: Call, linked: LinkedOrder, claim: Claim): Promise<ClaimResult> {
  const { db, owner } = call;
  const { order, caller } = await readLinkedOrder(db, linked.order, owner);
  if (!order) return deadOrderLink();
  const guest = order.owner;
  if (!guest.guest || order.accountId !== null) return claimRefusals.emailTaken();
  const isProven = caller?.id === guest.id && caller.provenAt !== null;
  if (!linked.proves && !isProven) return claimRefusals.codeNeeded();
  const result = claim.password
    ? await hashNewPassword(call, guest, claim.password)
    : { hash: caller?.id === guest.id ? chosenBy(owner.tokenHash, guest.password) : undefined };
  if ('ok' in result) return result;
  if (!result.hash) return claimRefusals.passwordNeeded();
  return (
    (await becomeAccount(call, guest, { ...claim, hash: result.hash })) ??
    // Something has changed since it was read: read again.
    claimAccount(call, linked, claim)
  );
}

type Guest = typeof users.$inferSelect;

async function hashNewPassword(
  { db, limits, owner: { network, now } }: Call,
  guest: Guest,
  password: string,
): Promise<{ hash: string } | Refusal> {
  const limit = hourlyLimit(`claim_link:${guest.id}`, limits.RESET_TRIES, now);
  const wait = limit.wait(await limit.count(db));
  if (wait) return tooManyTries(wait);
  if (await isEasyToGuess(password, guest)) return weakPassword();
  const who: HashFor = { lane: 'known', network, account: guest.id };
  return { hash: await orGiveBack(() => hashPassword(password, who), limit.giveBack(db)) };
}

/** @returns undefined if the guest has changed since it was read: then nothing was written */
async function becomeAccount(
  call: Call,
  guest: Guest,
  { device: sent, hash }: Claim & { hash: string },
): Promise<ClaimResult | undefined> {
  const { id } = guest;
  const { db, owner, now } = call;
  const may = sql`EXISTS (SELECT 1 FROM ${users} AS same
    WHERE same.id = ${id} AND same.guest = 1 AND same.password = ${guest.password})`;
  const isDone = sql`${users.id} = ${id} AND ${users.guest} = 0 AND ${users.password} = ${hash}`;
  const { token, session } = newSession(call);
  const device = deviceToken(sent);
  const queries = [insertSession(db, session, isDone)] as const;
  try {
    const results = await db.write.batch([
      ...proveMailbox(db, guest, owner, may),
      db.write.delete(sessions).where(and(eq(sessions.userId, id), may)),
      // After all statements with the condition, which is about the columns that this changes.
      db.write
        .update(users)
        .set({ guest: false, phone: null, password: hash })
        .where(and(eq(users.id, id), may)),
      rememberDevice(db, device.hash, now, isDone),
      ...queries,
    ]);
    const [inserted] = lastResults(results, queries);
    if (!inserted.length) return undefined;
    const user = serializeUser({ ...guest, guest: false, verifiedAt: now });
    return { ok: true, token, device: device.token, user };
  } catch (error) {
    // Somebody has opened an account with the address in the meantime. Nothing was written.
    if (brokenConstraint(error)?.includes('users.email')) return claimRefusals.emailTaken();
    throw error;
  }
}

/** Chooses the password of the session's guest, which is emailed a link; or finishes with the link. */
export async function claim(
  call: Call,
  { link, password, device }: Claim & { link?: string | undefined },
): Promise<
  { ok: true; message: string } | (Extract<ClaimResult, { ok: true }> & { message: string }) | Refusal
> {
  if (link !== undefined) {
    const done = await claimAccount(call, await requireLinkedOrder(call, link), { password, device });
    return done.ok ? { ...done, message: 'Account created successfully!' } : done;
  }
  const chosen = await choosePassword(call, password ?? '');
  if (!chosen.ok) return chosen;
  return {
    ok: true,
    message: `We have emailed a link to ${chosen.email}. Open it on this device to finish.`,
  };
}
refuses(claim, deadOrderLink, claimRefusals, joinRefusals.otherAccount, signedOut, notConfigured);
