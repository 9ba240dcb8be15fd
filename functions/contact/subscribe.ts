/**
 * Subscribing to the newsletter: anybody may type an address, so it gets one email that asks to confirm, and no other
 * within a month. Confirming makes the subscription, with a personal code and the welcome email. The result of subscribing
 * does not show whether the address was new.
 */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { brokenConstraint, type Db, lastResults } from '#db/client.ts';
import { coupons, outbox, sessions, subscribers, users } from '#db/schema/index.ts';
import { endOfDay, oneDay } from '#lib/dates.ts';
import { mailboxOf } from '#lib/mailbox.ts';
import type { Call } from '../lib/call.ts';
import { type Refusal, refusal, refuses, tooMany } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import { attemptKey } from '../limits/attempts.ts';
import { hourlyLimit, limitOfCall, networkLimit } from '../limits/hourly.ts';
import { enqueueEmail } from '../outbox/enqueue.ts';
import { isLinkToken, newCode, newLinkToken, welcomeCause } from './welcome-code.ts';

type SubscribeResult = { ok: true; message: string } | Refusal;

/** A mailbox is asked once in this time, ms, and a subscription that nobody confirms is deleted after it. */
export const askAgainAfter = 30 * oneDay;

/** Attempts to find an unused code; equal codes of 40 random bits are very rare. */
const maxTries = 3;

async function withRetries<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await write();
    } catch (error) {
      if (!brokenConstraint(error) || attempt === maxTries) throw error;
    }
}

/** An email, or the token of the email that asks to confirm it. */
type SubscribeRequest = { email: string } | { token: string };

/** Subscribes an address, or confirms a subscription with the token of the email that asks for it. */
export const subscribe = (call: Call, asked: SubscribeRequest) =>
  'token' in asked ? confirmSubscription(call, asked.token) : withRetries(() => ask(call, asked.email));

/** Subscribes an address. It is confirmed at once for a session of an account that has verified it. */
async function ask(call: Call, email: string): Promise<SubscribeResult> {
  const { db, limits, now } = call;
  const { tokenHash } = call.owner;
  const ofNetwork = networkLimit('subscribe', limitOfCall(call, limits.SUBSCRIPTIONS_PER_HOUR));
  const ofEmail = hourlyLimit(attemptKey('subscribe-email', email), limits.SUBSCRIPTIONS_PER_EMAIL, now);
  const mailbox = mailboxOf(email);
  // A former subscriber keeps the token: links of earlier emails go on working.
  const [known] = await db.read
    .select({ token: subscribers.token })
    .from(subscribers)
    .where(eq(subscribers.email, email));
  const token = known?.token ?? newLinkToken();
  const within = sql`${ofNetwork.isWithin} AND ${ofEmail.isWithin}`;
  const isOwn = sql`EXISTS (SELECT 1 FROM ${sessions} AS s JOIN ${users} AS u ON u.id = s.user_id
    WHERE s.token_hash = ${tokenHash} AND s.expires_at > ${now} AND u.email = ${email} AND u.guest = 0
      AND u.verified_at IS NOT NULL)`;
  const isQuiet = sql`NOT EXISTS (SELECT 1 FROM ${subscribers} AS same
    WHERE (same.email = ${email} OR same.mailbox = ${mailbox})
      AND (same.asked_at > ${now - askAgainAfter} OR (same.asked_at IS NULL AND same.unsubscribed_at IS NULL)))`;
  const [usedByNetwork, usedByEmail] = await db.write.batch([
    ofNetwork.count(db),
    ofEmail.count(db),
    ...activate(db, { email, token, now, when: sql`${within} AND ${isOwn}` }),
    db.write.run(sql`
      INSERT INTO ${subscribers} (email, created_at, token, asked_at, mailbox)
      SELECT ${email}, ${now}, ${token}, ${now}, ${mailbox} WHERE ${within} AND NOT ${isOwn} AND ${isQuiet}
      ON CONFLICT (email) DO UPDATE SET asked_at = ${now}, mailbox = ${mailbox}`),
    enqueueEmail(db, {
      cause: `subscribe:${attemptKey('subscribe', email)}:${now}`,
      to: email,
      content: { kind: 'subscribe', token, percent: store.welcome.percent, minOrder: store.welcome.minOrder },
      now,
      when: sql`EXISTS (SELECT 1 FROM ${subscribers} WHERE email = ${email} AND asked_at = ${now})`,
      limited: true,
    }),
  ]);
  const wait = ofNetwork.wait(usedByNetwork) ?? ofEmail.wait(usedByEmail);
  return wait
    ? tooMany(wait, 'Too many subscriptions were made from your network. Please try again in an hour.')
    : {
        ok: true,
        message:
          'Thank you for subscribing! Please check your inbox (and spam folder) for our welcome email with your discount code.',
      };
}

/** Statements that make a subscription, with a code and the welcome email for a mailbox that has had none. @param when condition */
function activate(
  db: Db,
  { email, token, now, when }: { email: string; token: string; now: number; when: SQL },
) {
  const { percent, minOrder, validDays, usesPerCustomer } = store.welcome;
  const mailbox = mailboxOf(email);
  const cause = welcomeCause(mailbox);
  const code = newCode(store.name);
  // Whole days, so that the email can name the last one.
  const validUntil = endOfDay(now + validDays * oneDay);
  const isNew = sql`${when} AND NOT EXISTS (SELECT 1 FROM ${outbox} WHERE cause IN (${cause}, ${welcomeCause(email)}))`;
  return [
    db.write.run(sql`
      INSERT INTO ${coupons} (code, percent, min_subtotal, email, valid_until, max_uses, created_at,
                              max_uses_per_customer, counted_as)
      SELECT ${code}, ${percent}, ${minOrder}, ${email}, ${validUntil}, 1, ${now}, ${usesPerCustomer}, 'welcome'
      WHERE ${isNew}`),
    enqueueEmail(db, {
      cause,
      to: email,
      content: { kind: 'welcome', code, percent, minOrder, validUntil, token },
      now,
      when: sql`EXISTS (SELECT 1 FROM ${coupons} WHERE code = ${code})`,
    }),
    db.write.run(sql`
      INSERT INTO ${subscribers} (email, created_at, token, mailbox)
      SELECT ${email}, ${now}, ${token}, ${mailbox} WHERE ${when}
      ON CONFLICT (email) DO UPDATE SET asked_at = NULL, unsubscribed_at = NULL, mailbox = ${mailbox}`),
  ] as const;
}

/** @property code the personal code of the address; null when it got one earlier that is gone */
type ConfirmResult = { ok: true; code: string | null; message: string } | Refusal;

export const unknownSubscription = refusal(
  404,
  'not_found',
  'This link is not complete, or is too old. Please subscribe again.',
);

/** Confirms a subscription; confirming again succeeds. @param token of the link */
async function confirmSubscription({ db, now }: Call, token: string): Promise<ConfirmResult> {
  if (!isLinkToken(token)) return unknownSubscription();
  const [row] = await db.read
    .select({ email: subscribers.email })
    .from(subscribers)
    .where(eq(subscribers.token, token));
  if (!row) return unknownSubscription();
  const { email } = row;
  return withRetries(async (): Promise<ConfirmResult> => {
    const asked = sql`EXISTS (SELECT 1 FROM ${subscribers} AS asked WHERE asked.token = ${token} AND asked.asked_at IS NOT NULL)`;
    const queries = [
      db.write
        .select({ code: coupons.code })
        .from(coupons)
        .where(and(eq(coupons.email, email), eq(coupons.maxUses, 1)))
        .orderBy(desc(coupons.createdAt))
        .limit(1),
    ] as const;
    const results = await db.write.batch([...activate(db, { email, token, now, when: asked }), ...queries]);
    const [[coupon]] = lastResults(results, queries);
    return { ok: true, code: coupon?.code ?? null, message: `You are subscribed with ${email}.` };
  });
}
refuses(subscribe, unknownSubscription);
