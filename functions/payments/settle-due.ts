/** The scheduled job that asks the providers about open payments (docs/behaviour.md, "Holds"). */
import { and, count, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import { flags, orders, payments } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import { onlineMethods, type PaidFirstMethod } from '#domain/payments/payment-methods.ts';
import { endFlag, raiseFlag, refreshFlag } from '../outbox/flag.ts';
import type { RequestContext } from '../providers/context.ts';
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
    // The plus leaves the index of the times to be used: that of the methods leads to all payments.
    .where(sql`${gt(payments.nextAskAt, now + longestHold)} AND +${payments.method} IN ${onlineMethods}`);

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
  const silent = results.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  await reportSilence(context, silent);
  const failed = results.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * Raises one flag for each provider that has not said for two hours whether orders are paid, however many, and ends it when
 * it has said so for all of them.
 */
async function reportSilence(
  { db, providers, now }: RequestContext,
  silent: readonly PaidFirstMethod[],
): Promise<void> {
  const [unknown, open] = await db.read.batch([
    db.read
      .select({
        method: payments.method,
        count: count(),
        example: sql<string>`min((SELECT reference FROM ${orders} WHERE id = ${payments.orderId}))`,
      })
      .from(payments)
      .where(and(gt(payments.nextAskAt, 0), lte(payments.holdUntil, now - flagAfter)))
      // Without `+` it would read all payments in the order of their method.
      .groupBy(sql`+${payments.method}`),
    db.read
      .select({ about: flags.about })
      .from(flags)
      .where(and(eq(flags.kind, 'provider_silent'), isNull(flags.resolvedAt))),
  ]);
  const statements = onlineMethods.flatMap((method) => {
    const { name } = providers[method];
    const found = unknown.find((one) => one.method === method);
    if (!found)
      return open.some(({ about }) => about === name) ? endFlag(db, 'provider_silent', name, now) : [];
    if (!silent.includes(method)) return [];
    const [orders, them] = found.count === 1 ? ['1 order is', 'Its'] : [`${found.count} orders are`, 'Their'];
    const detail = `${name} has not confirmed for two hours whether ${orders} paid, such as ${found.example}. ${them} stock is still held.`;
    return [
      ...raiseFlag(db, { kind: 'provider_silent', about: name, detail, now }),
      refreshFlag(db, 'provider_silent', name, detail),
    ];
  });
  const [first, ...rest] = statements;
  if (first) await db.write.batch([first, ...rest]);
}

/**
 * Settles one payment. If its hold has ended, an unpaid order is cancelled.
 * @returns its method, when the provider has been silent about it for two hours
 */
async function settleDue(context: RequestContext, payment: Payment): Promise<PaidFirstMethod | undefined> {
  const over = payment.holdUntil <= context.now;
  const cancellation = over
    ? ({ by: 'shop', reason: 'The payment did not arrive in time.' } as const)
    : undefined;
  const settled = await settle(context, payment, cancellation);
  if (settled === 'flagged' || settled === 'paid' || settled === 'sold_out' || settled === 'ended') {
    const { orderId } = payment;
    await context.db.write.update(payments).set({ nextAskAt: null }).where(eq(payments.orderId, orderId));
    return undefined;
  }
  const isSilent = settled === 'unreachable' && context.now >= payment.holdUntil + flagAfter;
  return isSilent ? payment.method : undefined;
}
