/**
 * The code that the holder of an order's link asks for, to do more than see the order (docs/behaviour.md, "Order links"). It
 * is mailed to the address of the guest, and belongs to one session of the link. Typed in time, it makes this device the
 * guest's.
 */
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { type Db, lastResults } from '#db/client.ts';
import { outbox, sessions, users } from '#db/schema/index.ts';
import type { ApiUser } from '#domain/accounts/account.ts';
import { mailAddress } from '#domain/accounts/guest-email.ts';
import type { Call } from '../lib/call.ts';
import type { KeyRing } from '../lib/email-hash.ts';
import { hashKey, notConfigured } from '../lib/hash-key.ts';
import type { Owner } from '../lib/owner.ts';
import { notFound, type Refusal, refusal, refuses, signedOut } from '../lib/refusal.ts';
import { insertSession, newSession, serializeUser } from '../lib/session.ts';
import { keyedHash } from '../lib/signed-link.ts';
import { newGuestToken } from '../lib/token.ts';
import { hourlyLimit } from '../limits/hourly.ts';
import { tooManyTries } from '../limits/too-many.ts';
import { enqueueEmail } from '../outbox/enqueue.ts';
import { proveMailbox } from './linked-order.ts';

/** How long a code works, minutes. */
const codeMinutes = 15;
/** Codes of an order in an hour, and tries of a session of its link in an hour. */
const [codesPerHour, triesPerHour] = [5, 5];

export const codeRefusals = {
  noEmail: refusal(
    409,
    'no_email',
    'This order has no email address, so we cannot send a code. Please call us or write to us: we change the order for you.',
  ),
  notSent: refusal(
    409,
    'not_sent',
    'We have sent too many emails to the address of this order. Please try again tomorrow, or call us.',
  ),
  wrongCode: refusal(
    409,
    'wrong_code',
    'This is not the code of our newest email, or it is older than 15 minutes. Please look again, or ask for another one.',
  ),
};

const hashOf = (key: KeyRing, { tokenHash }: Owner, code: string): string =>
  keyedHash(key, 'order-code', `${tokenHash} ${code}`).toString('base64url');

/** Six digits, each code as likely as any other. */
function newCode(): string {
  // The values above the last multiple of a million would make some codes likelier.
  const most = Math.floor(2 ** 32 / 1_000_000) * 1_000_000;
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (value < most) return String(value % 1_000_000).padStart(6, '0');
  }
}

/** The guest of a link's session. The session of a person is of no order. */
async function readLinkSession(
  db: Db,
  { tokenHash, now }: Owner,
): Promise<{ ok: true; guest: typeof users.$inferSelect; orderId: string } | Refusal> {
  const [found] = await db.read
    .select({ guest: users, orderId: sessions.orderId })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)));
  if (!found) return signedOut();
  const { guest, orderId } = found;
  return orderId === null ? notFound('This order') : { ok: true, guest, orderId };
}

/** Emails a code for the session of a link. An earlier one no longer works. */
export async function sendCode(call: Call): Promise<{ ok: true; email: string } | Refusal> {
  const key = hashKey(call);
  const { db, owner } = call;
  const found = await readLinkSession(db, owner);
  if (!found.ok) return found;
  const { guest, orderId } = found;
  if (!mailAddress(guest.email)) return codeRefusals.noEmail();
  const { tokenHash, now } = owner;
  const limit = hourlyLimit(`order_code:${orderId}`, codesPerHour, now);
  const code = newCode();
  const cause = `order_code:${crypto.randomUUID()}`;
  const isMailed = sql`EXISTS (SELECT 1 FROM ${outbox} WHERE cause = ${cause} AND status <> 'held')`;
  const [used, , changed] = await db.write.batch([
    limit.count(db),
    enqueueEmail(db, {
      cause,
      to: guest.email,
      content: { kind: 'order_code', orderId, code, minutes: codeMinutes },
      now,
      when: limit.isWithin,
      limited: true,
    }),
    db.write
      .update(sessions)
      .set({ codeHash: hashOf(key, owner, code), codeUntil: now + codeMinutes * 60_000 })
      .where(and(eq(sessions.tokenHash, tokenHash), isMailed))
      .returning({ userId: sessions.userId }),
  ]);
  const wait = limit.wait(used);
  if (wait) return tooManyTries(wait);
  return changed.length ? { ok: true, email: guest.email } : codeRefusals.notSent();
}
refuses(sendCode, notFound, codeRefusals.noEmail, codeRefusals.notSent, notConfigured);

type Proven = { ok: true; token: string; user: ApiUser };

/**
 * Takes the code: this device becomes the guest's, and the session of the link ends. The first time, the sessions of a person
 * who typed the address end (linked-order.ts).
 */
export async function proveGuest(call: Call, { code }: { code: string }): Promise<Proven | Refusal> {
  const key = hashKey(call);
  const { db, owner } = call;
  const found = await readLinkSession(db, owner);
  if (!found.ok) return found;
  const { guest } = found;
  const { tokenHash, now } = owner;
  const limit = hourlyLimit(`order_code_try:${tokenHash}`, triesPerHour, now);
  const isRight: SQL = sql`${limit.isWithin} AND EXISTS (SELECT 1 FROM ${sessions} AS link
    WHERE link.token_hash = ${tokenHash} AND link.code_hash = ${hashOf(key, owner, code)} AND link.code_until > ${now})`;
  const { token, session } = newSession(call, newGuestToken());
  const mine = sql`${users.id} = ${guest.id} AND ${users.guest} = 1`;
  const isMade = sql`EXISTS (SELECT 1 FROM ${sessions} AS made WHERE made.token_hash = ${session.tokenHash})`;
  const queries = [
    insertSession(db, { ...session, provenAt: now }, sql`${mine} AND ${isRight}`),
    db.write.delete(sessions).where(and(eq(sessions.tokenHash, tokenHash), isMade)),
  ] as const;
  const results = await db.write.batch([
    limit.count(db),
    ...proveMailbox(db, guest, owner, isRight),
    ...queries,
  ]);
  const wait = limit.wait(results[0]);
  if (wait) return tooManyTries(wait);
  const [[made]] = lastResults(results, queries);
  return made
    ? { ok: true, token, user: serializeUser({ ...guest, verifiedAt: guest.verifiedAt ?? now }) }
    : codeRefusals.wrongCode();
}
refuses(proveGuest, notFound, codeRefusals.wrongCode, notConfigured);
