/**
 * Subscribing to the newsletter, in one write batch. A new address gets its row, a personal code and the welcome email
 * with it. The result does not show whether the address was new.
 */
import { sql } from 'drizzle-orm';
import { brokenConstraint, type Db } from '#db/client.ts';
import { coupons, outbox, subscribers } from '#db/schema/index.ts';
import type { Store } from '#features/store/store.ts';
import { endOfDay, oneDay } from '#lib/dates.ts';
import {
  attemptKey,
  countInHour,
  type HourlyLimit,
  hourlyRefusal,
  isWithinHour,
  networkCounters,
  type TooMany,
} from '../limits/attempts.ts';
import { enqueueEmail } from '../outbox/enqueue.ts';
import { newCode, newLinkToken, welcomeCause } from './code.ts';

type SubscribeResult = { ok: true } | TooMany;

/** @property perEmail requests in an hour for one email address, from all networks */
type SubscribeContext = HourlyLimit & { perEmail: number };

/** Attempts to find an unused code; equal codes of 40 random bits are very rare. */
const maxTries = 3;

export async function subscribe(
  db: Db,
  store: Store,
  email: string,
  from: SubscribeContext,
): Promise<SubscribeResult> {
  for (let attempt = 1; ; attempt++)
    try {
      return await write(db, store, email, from);
    } catch (error) {
      if (!brokenConstraint(error) || attempt === maxTries) throw error;
    }
}

async function write(db: Db, store: Store, email: string, from: SubscribeContext): Promise<SubscribeResult> {
  const { perEmail, now } = from;
  const { percent, minOrder, validDays } = store.welcome;
  const byNetwork = networkCounters('subscribe', from);
  const emailCounter = attemptKey('subscribe-email', email);
  const cause = welcomeCause(email);
  const code = newCode(store.name);
  const token = newLinkToken();
  // Whole days, so that the email can name the last one.
  const validUntil = endOfDay(now + validDays * oneDay);
  const isNew = sql`EXISTS (SELECT 1 FROM ${subscribers} WHERE token = ${token})
    AND NOT EXISTS (SELECT 1 FROM ${outbox} WHERE cause = ${cause})`;
  const content = { kind: 'welcome', code, percent, minOrder, validUntil, token } as const;
  const [usedByNetwork, [usedByEmail]] = await db.write.batch([
    byNetwork.count(db),
    countInHour(db, emailCounter, now),
    db.write.run(sql`
      INSERT INTO ${subscribers} (email, created_at, token)
      SELECT ${email}, ${now}, ${token}
      WHERE ${byNetwork.isWithin} AND ${isWithinHour(emailCounter, perEmail)}
      ON CONFLICT (email) DO UPDATE SET unsubscribed_at = NULL WHERE unsubscribed_at IS NOT NULL`),
    db.write.run(sql`
      INSERT INTO ${coupons} (code, percent, min_subtotal, email, valid_until, max_uses, created_at)
      SELECT ${code}, ${percent}, ${minOrder}, ${email}, ${validUntil}, 1, ${now} WHERE ${isNew}`),
    enqueueEmail(db, { cause, to: email, content, now, when: isNew, limited: true }),
  ]);
  return byNetwork.refusal(usedByNetwork) ?? hourlyRefusal(usedByEmail, perEmail, now) ?? { ok: true };
}
