/**
 * Subscribing to the newsletter: one write batch, one call. A new address gets its row, a code of its
 * own and the letter that brings it; the answer never tells whether the address was new.
 */
import { sql } from 'drizzle-orm';
import { brokenConstraint, type Db } from '#db/client.ts';
import { coupons, outbox, subscribers } from '#db/schema/index.ts';
import type { Store } from '#features/store/store.ts';
import { endOfDay, oneDay } from '#lib/dates.ts';
import { attemptKey, type Hourly, overHour, type TooMany, takeHour, withinHour } from '../limits/attempts.ts';
import { post } from '../outbox/enqueue.ts';
import { newCode, newLinkToken, welcomeCause } from './code.ts';

type Subscribed = { ok: true } | TooMany;

/** @property perEmail how often one e-mail address may be entered in an hour, from wherever */
type From = Hourly & { perEmail: number };

/** Two equal codes of 40 bits are rare, and three in a row do not happen. */
const tries = 3;

export async function subscribe(db: Db, store: Store, email: string, from: From): Promise<Subscribed> {
  for (let attempt = 1; ; attempt++)
    try {
      return await write(db, store, email, from);
    } catch (error) {
      if (!brokenConstraint(error) || attempt === tries) throw error;
    }
}

async function write(db: Db, store: Store, email: string, from: From): Promise<Subscribed> {
  const { address, perHour, perEmail, now } = from;
  const { percent, minOrder, validDays } = store.welcome;
  const [here, there, cause] = [
    attemptKey('subscribe', address),
    attemptKey('subscribe-email', email),
    welcomeCause(email),
  ];
  const code = newCode(store.name);
  const token = newLinkToken();
  // Whole days, so that the letter can name the last one.
  const validUntil = endOfDay(now + validDays * oneDay);
  const isNew = sql`EXISTS (SELECT 1 FROM ${subscribers} WHERE token = ${token})
    AND NOT EXISTS (SELECT 1 FROM ${outbox} WHERE cause = ${cause})`;
  const letter = { kind: 'welcome', code, percent, minOrder, validUntil, token } as const;
  const [[usedHere], [usedThere]] = await db.write.batch([
    takeHour(db, here, now),
    takeHour(db, there, now),
    db.write.run(sql`
      INSERT INTO ${subscribers} (email, created_at, token)
      SELECT ${email}, ${now}, ${token}
      WHERE ${withinHour(here, perHour)} AND ${withinHour(there, perEmail)}
      ON CONFLICT (email) DO UPDATE SET unsubscribed_at = NULL WHERE unsubscribed_at IS NOT NULL`),
    db.write.run(sql`
      INSERT INTO ${coupons} (code, percent, min_subtotal, email, valid_until, max_uses, created_at)
      SELECT ${code}, ${percent}, ${minOrder}, ${email}, ${validUntil}, 1, ${now} WHERE ${isNew}`),
    post(db, { cause, to: email, letter, now, when: isNew, limited: true }),
  ]);
  return overHour(usedHere, perHour, now) ?? overHour(usedThere, perEmail, now) ?? { ok: true };
}
