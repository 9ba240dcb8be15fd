/** The scheduled job that asks the providers about open payments (docs/behaviour.md, "Holds"). */
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { payments } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import { raiseFlag } from '../outbox/flag.ts';
import type { RequestContext } from './context.ts';
import { settle } from './settle.ts';

/** Payments per run. Each may take as long as a provider call may take. */
const paymentsPerRun = 20;
const minute = 60 * 1000;
/** ms from the end of the hold to the flag: two hours after the order was placed. */
const flagAfter = 90 * minute;

/** Longer than a new hold, and than a pause between two questions, ms. */
const longestHold = 35 * minute;

/** Payments that were written while a clock was ahead are due now, and their holds last as long as any other. */
const correctTimes = ({ db, now }: RequestContext) =>
  db.write
    .update(payments)
    .set({ nextAskAt: now, holdUntil: sql`min(${payments.holdUntil}, ${now + longestHold})` })
    .where(gt(payments.nextAskAt, now + longestHold));

/**
 * Selects due payments and sets when each is asked about next, in one statement, so that concurrent runs take
 * different payments. A payment is asked about once before its hold ends, then in growing intervals.
 */
const claim = ({ db, now }: RequestContext) =>
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
            .limit(paymentsPerRun),
        ),
      ),
    )
    .returning();

/** Settles every due payment. An order that is unpaid at the end of its hold is cancelled. */
export async function settleDuePayments(context: RequestContext): Promise<void> {
  await correctTimes(context);
  const due = await claim(context);
  const results = await Promise.allSettled(due.map((payment) => settleDue(context, payment)));
  const failed = results.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Settles one payment. If its hold has ended, an unpaid order is cancelled. */
async function settleDue(context: RequestContext, payment: Payment): Promise<void> {
  const over = payment.holdUntil <= context.now;
  const cancellation = over
    ? ({ by: 'shop', reason: 'The payment did not arrive in time.' } as const)
    : undefined;
  const settled = await settle(context, payment, cancellation);
  if (settled === 'flagged' || settled === 'paid' || settled === 'sold_out' || settled === 'ended') {
    const { orderId } = payment;
    await context.db.write.update(payments).set({ nextAskAt: null }).where(eq(payments.orderId, orderId));
    return;
  }
  if (settled === 'unreachable' && context.now >= payment.holdUntil + flagAfter)
    await context.db.write.batch([
      ...raiseFlag(context.db, {
        kind: 'provider_silent',
        about: payment.orderId,
        detail: `${context.providers[payment.method].name} has not confirmed for two hours whether this order is paid. Its stock is still held.`,
        now: context.now,
      }),
    ]);
}
