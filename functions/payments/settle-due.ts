/** The scheduled question to the providers (docs/behaviour.md 7.2). */
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { payments } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import { raiseFlag } from '../flags/flag.ts';
import type { Shop } from './context.ts';
import { type Settled, settle } from './settle.ts';

/** Questions in one run; each may take a provider's whole patience. */
const atOnce = 20;
const minute = 60 * 1000;
/** From the end of the hold to the flag: two hours after the order was placed. */
const silentFor = 90 * minute;

/**
 * Takes what is due and sets its next question, in one statement: who runs at the same time takes
 * others. Before the hold ends there is one question; then they come in growing intervals.
 */
const claim = ({ db, now }: Shop) =>
  db.write
    .update(payments)
    .set({
      asked: sql`${payments.asked} + 1`,
      nextAskAt: sql`CASE WHEN ${payments.holdUntil} > ${now} THEN ${payments.holdUntil}
        ELSE ${now} + min(${15 * minute}, ${minute} * (1 << min(10, ${payments.asked}))) END`,
    })
    .where(
      and(
        lte(payments.nextAskAt, now),
        inArray(
          payments.orderId,
          db.write
            .select({ id: payments.orderId })
            .from(payments)
            .where(lte(payments.nextAskAt, now))
            .orderBy(payments.nextAskAt)
            .limit(atOnce),
        ),
      ),
    )
    .returning();

/** Asks about every payment that is due; what is unpaid when its hold has ended is cancelled. */
export async function askProviders(shop: Shop): Promise<void> {
  const due = await claim(shop);
  const asked = await Promise.allSettled(due.map((payment) => settleDue(shop, payment)));
  const failed = asked.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Asks about one payment; when its hold has ended, so does the order that was not paid. */
export async function settleDue(shop: Shop, payment: Payment): Promise<Settled> {
  const over = payment.holdUntil <= shop.now;
  const ending = over ? ({ by: 'shop', reason: 'The payment did not arrive in time.' } as const) : undefined;
  const settled = await settle(shop, payment, ending);
  if (settled === 'flagged' || settled === 'paid' || settled === 'ended') {
    const { orderId } = payment;
    await shop.db.write.update(payments).set({ nextAskAt: null }).where(eq(payments.orderId, orderId));
    return settled;
  }
  if (settled === 'silent' && shop.now >= payment.holdUntil + silentFor)
    await shop.db.write.batch([
      ...raiseFlag(shop.db, {
        kind: 'provider_silent',
        about: payment.orderId,
        detail: `${shop.providers[payment.method].name} has not said for two hours whether this order is paid. Its stock is still held.`,
        now: shop.now,
      }),
    ]);
  return settled;
}
