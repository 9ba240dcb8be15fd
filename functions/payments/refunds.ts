/**
 * Refunds. A row says that a refund is due; an operator confirms it; the provider is asked with the row's id as
 * idempotency key; its answer or its webhook completes the refund (docs/behaviour.md, "Refunds").
 */
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { audit, isOpenRefund, orderEvents, orders, purchaseOf, refunds, users } from '#db/schema/index.ts';
import type { RefundStatus } from '#db/schema/payments.ts';
import { type TransferKind, transferText } from '#domain/orders/refund.ts';
import { refundStatuses } from '#domain/orders/refund-labels.ts';
import { type OnlineMethod, paymentRules } from '#domain/payments/payment-methods.ts';
import { oneDay } from '#lib/dates.ts';
import { formatPrice } from '#lib/money.ts';
import { proveOperator } from '../accounts/prove-operator.ts';
import {
  forgetPasswordAttempts,
  isOperatorStillProven,
  type Person,
  type Proof,
} from '../accounts/prove-password.ts';
import { sessionCode } from '../accounts/second-factor.ts';
import type { Call } from '../lib/call.ts';
import { notFound, type Refusal, refusal, refuses, wrongFields } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import { type Caller, type Change, changeOrder, type Queries, type RowsOf } from '../orders/change-order.ts';
import { type Effect, update } from '../orders/effects.ts';
import { selectReported } from '../orders/history.ts';
import type { OrderCall } from '../orders/operator.ts';
import { refundCause } from '../outbox/enqueue.ts';
import { resolveFlags } from '../outbox/flag.ts';
import type { RequestContext } from '../providers/context.ts';
import { matchRefund, type ReportedRefund } from '../providers/match-refund.ts';
import {
  ProviderRefused,
  ProviderUnreachable,
  providerSilent,
  RefundTooSmall,
} from '../providers/provider.ts';

type Refund = typeof refunds.$inferSelect;
/** @property status `due`: it waits for a second operator */
type Confirmed = { ok: true; status: RefundStatus };

/** Why a refund is not confirmed. */
export const confirmRefusals = {
  notFound,
  /** It has changed since the operator read it. @param by name of the operator who confirmed it */
  changed: refusal(409, 'changed', (status: RefundStatus, by: string | null) => ({
    message: `${by ? `${by} has already changed it` : 'It has changed since you opened it'}. This refund is now: ${refundStatuses[status]}.`,
    status,
    by,
  })),
  refused: refusal(409, 'refund_refused', (reason: string) => ({
    message: `The provider refuses the refund: ${reason}`,
  })),
  /** The refund may have been made. Confirming again uses the same key. */
  providerSilent,
};

/** The refund is sent by hand, and nothing says how. */
export const askTransfer = 'Please choose how you have sent the money.';

/** How an operator has sent money by hand. @property reference of the bank */
export type CashTransfer = { transfer: TransferKind; reference: string };

/** @property seen its status as the operator read it; a `sent` one is requested again @property cash if no payment takes it */
type RefundConfirmation = { id: string; seen: RefundStatus; cash?: CashTransfer | undefined };

/** The call of an operator who confirms refunds. */
export type ConfirmCall = OrderCall & RequestContext & Pick<Call, 'limits'>;

/** What a request says. @property transfer, reference how money was sent by hand, and what the bank calls it */
type ConfirmRequest = {
  refundId: string;
  seen: RefundStatus;
  transfer?: TransferKind | undefined;
  reference?: string | undefined;
} & Proof;

/** Column for a query on `refunds`: the provider of the payment that it goes back to; null for one that is sent by hand. */
export const refundMethod = sql<OnlineMethod | null>`(SELECT p.method FROM orders AS own JOIN payments AS p
  ON p.order_id = ${purchaseOf(sql`own`)} WHERE own.id = refunds.order_id AND refunds.payment_id IS NOT NULL)`;

/** Number of failures of a refund. Each failure has its own row in the order's history. */
const failuresOf = (id: string | typeof refunds.id) =>
  sql<number>`(SELECT count(*) FROM ${orderEvents} WHERE order_id = ${refunds.orderId} AND id GLOB 'refund_failed:' || ${id} || ':*')`;
const failure = (id: string, which: string | number) => `refund_failed:${id}:${which}`;

/**
 * The idempotency key of a request: unchanged while the last request has no result, and new after a failure, since
 * a provider repeats its answer for the same key.
 */
const keyOf = (id: string, failures: number) => (failures ? `${id}-${failures}` : id);

/** Condition: the first operator has given the second one their rights within a month. */
const madeBy = (first: typeof refunds.proposedBy, second: string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${audit} WHERE at > ${now - 30 * oneDay} AND action = 'role' AND about = ${second} AND actor_id = ${first})`;

/**
 * Condition on `refunds`: this operator may confirm it. What one operator sends back by hand in a day stays below an amount
 * (`refunds` of content/store.yaml), unless they are an owner, or another operator has entered the same transfer before.
 */
function isAllowedByHand({ id }: Person, now: number, cash: CashTransfer | undefined): SQL {
  if (!cash) return sql`true`;
  const ofDay = sql`(SELECT coalesce(sum(r.amount), 0) FROM ${refunds} AS r
    WHERE r.done_at > ${now - oneDay} AND r.confirmed_by = ${id} AND r.transfer IS NOT NULL)`;
  // Nobody has entered anything yet: NULL, which is no.
  return sql`coalesce(${refunds.amount} + ${ofDay} < ${store.refunds.secondOperatorFrom}
    OR EXISTS (SELECT 1 FROM ${users} WHERE id = ${id} AND owner = 1)
    OR (${refunds.proposedBy} <> ${id} AND NOT ${madeBy(refunds.proposedBy, id, now)} AND ${refunds.transfer} = ${cash.transfer} AND ${refunds.transferReference} = ${cash.reference}), 0)`;
}

/** Changes an order by a step of one of its refunds, as it is stored now. @param id of the refund */
async function changeRefund<Result extends { ok: boolean }, const Q extends Queries = readonly []>(
  { db, now }: RequestContext,
  caller: Caller,
  id: string,
  reads: Q,
  decide: (refund: Refund, rows: RowsOf<Q>) => Result | Refusal | Change<Result>,
): Promise<Result | Refusal> {
  const orderId = sql`(SELECT order_id FROM ${refunds} WHERE ${refunds.id} = ${id})`;
  const all = [db.read.select().from(refunds).where(eq(refunds.id, id)), ...reads] as const;
  return changeOrder<Result, typeof all>({ db, now }, caller, { orderId }, all, (_, [refund], ...rows) =>
    refund ? decide(refund, rows as unknown as RowsOf<Q>) : notFound('This refund'),
  );
}

/** An operator has entered how money was sent by hand: it waits for a second one, or is sent. */
type Claimed = { ok: true; request: RefundToRequest | undefined };

/** Sends a refund that an operator confirms with their password. @throws Refusal as {@link proveOperator} */
export async function confirmRefund(
  call: ConfirmCall,
  { refundId: id, seen, transfer, reference, ...proof }: ConfirmRequest,
): Promise<Confirmed | Refusal> {
  const person = await proveOperator(call, proof);
  return confirmProven(call, person, {
    id,
    seen,
    ...(transfer && reference && { cash: { transfer, reference } }),
  });
}
refuses(confirmRefund, confirmRefusals, sessionCode);

/** The same for an operator whose password was checked; the batch checks that it has not changed since. */
export async function confirmProven(
  call: OrderCall & RequestContext,
  person: Person,
  { id, seen, cash }: RefundConfirmation,
): Promise<Confirmed | Refusal> {
  const { db } = call;
  const reads = [
    db.read
      .select({
        failures: failuresOf(id),
        reference: orders.reference,
        method: refundMethod,
        by: users.name,
        isAllowed: sql<number>`${isAllowedByHand(person, call.now, cash)}`,
      })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .leftJoin(users, eq(users.id, refunds.confirmedBy))
      .where(eq(refunds.id, id)),
  ] as const;
  const caller = {
    owner: call.owner,
    as: 'operator',
    proven: isOperatorStillProven(call.owner, person),
  } as const;
  const sentAs = { transfer: cash?.transfer ?? null, transferReference: cash?.reference ?? null };
  const forget: Effect = { effect: 'also', statements: (of) => [forgetPasswordAttempts(of, call.owner)] };
  const claimed = await changeRefund<Claimed, typeof reads>(call, caller, id, reads, (refund, [[row]]) => {
    if (!row) return notFound('This refund');
    const { failures, reference, method, by, isAllowed } = row;
    const { status, paymentId } = refund;
    if (status === seen && (paymentId === null) !== (cash !== undefined))
      return wrongFields({
        transfer: cash ? 'This order was paid online: the money goes back the same way.' : askTransfer,
      });
    if (status !== seen || status === 'done' || status === 'too_small')
      return confirmRefusals.changed(status, by);
    // Not allowed alone: what was entered waits for a second operator.
    if (!isAllowed)
      return {
        event: {
          kind: 'refund' as const,
          isHidden: true,
          text: `A refund by hand was entered${byTransfer(sentAs)}. A second operator has to confirm it.`,
        },
        effects: [forget, update(refunds, id, { proposedBy: person.id, ...sentAs })],
        result: { ok: true, request: undefined },
      };
    const again = seen === 'sent';
    return {
      event: {
        kind: 'refund',
        isHidden: again,
        text: again ? 'The refund was requested again.' : 'The refund was confirmed.',
      },
      when: sql`EXISTS (SELECT 1 FROM ${refunds} WHERE id = ${id} AND ${isAllowedByHand(person, call.now, cash)})`,
      effects: [
        forget,
        update(refunds, id, { status: 'sent', confirmedBy: person.id, failure: null, ...sentAs }),
      ],
      result: { ok: true, request: { refund, failures, reference, method } },
    };
  });
  if (!claimed.ok) {
    // The password was right.
    await forgetPasswordAttempts(db, call.owner);
    return claimed as Refusal;
  }
  const { request } = claimed as Claimed;
  if (!request) return { ok: true, status: 'due' };
  const { refund, failures, method } = request;
  // Refunds from before the shop knew the smallest one. One that was requested may have been made: its provider is asked.
  if (seen !== 'sent' && method && refund.amount < paymentRules[method].smallestRefund) {
    await keepForNextRefund(call, refund, failure(id, failures));
    return { ok: true, status: 'too_small' };
  }
  return requestRefund(call, { ...request, refund: { ...refund, ...sentAs } });
}

/** A refund with what its provider is told. */
type RefundToRequest = { refund: Refund; failures: number; reference: string; method: OnlineMethod | null };

/** Asks the provider to refund, with a key that makes it the same refund however often it is asked. */
async function requestRefund(
  context: RequestContext,
  { refund, failures, reference, method }: RefundToRequest,
): Promise<Confirmed | Refusal> {
  const { id, paymentId, amount } = refund;
  try {
    const request = { id, key: keyOf(id, failures), paymentId: paymentId ?? '', amount, reference };
    // What no provider has was sent by the operator who confirms it.
    const { providerId, done } = method
      ? await context.providers[method].refund(request)
      : { providerId: id, done: true };
    await context.db.write
      .update(refunds)
      .set({ status: 'sent', providerId })
      .where(and(eq(refunds.id, id), ne(refunds.status, 'done')));
    if (!done) return { ok: true, status: 'sent' };
    await completeRefund(context, refund, providerId);
    return { ok: true, status: 'done' };
  } catch (error) {
    if (error instanceof ProviderUnreachable) return providerSilent();
    if (!(error instanceof ProviderRefused)) throw error;
    if (error instanceof RefundTooSmall) {
      await keepForNextRefund(context, refund, failure(id, failures));
      return { ok: true, status: 'too_small' };
    }
    await failRefund(context, refund, failure(id, failures), error.message);
    return confirmRefusals.refused(error.message);
  }
}

/** `confirmedBy` of refunds that need no operator: of orders that were sold out when their payment arrived. */
export const automatic = 'shop';

/** Refunds that a run of the scheduled job requests. */
const refundsPerRun = 20;

/** Part of the scheduled job: requests the refunds that need no operator. One without an answer stays due. */
export async function sendAutomaticRefunds(context: RequestContext): Promise<void> {
  const rows = await context.db.read
    .select({
      refund: refunds,
      failures: failuresOf(refunds.id),
      reference: orders.reference,
      method: refundMethod,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(eq(refunds.status, 'due'), eq(refunds.confirmedBy, automatic)))
    .orderBy(refunds.createdAt)
    .limit(refundsPerRun);
  for (const row of rows) await requestRefund(context, row);
}

type Done = { ok: true };

/** Marks a refund as done. Only the first of several calls has an effect. */
async function completeRefund(context: RequestContext, { id }: Refund, providerId: string): Promise<void> {
  const cause = refundCause(id);
  const reads = [selectReported(context.db, [cause])] as const;
  await changeRefund<Done, typeof reads>(context, provider, id, reads, (refund, [reports]) => {
    if (refund.status === 'done') return { ok: true };
    const { orderId, amount, note: reason } = refund;
    return {
      event: {
        // One that failed after it was done has its row already.
        ...(reports.length ? {} : { id: cause }),
        kind: 'refund',
        text: `${formatPrice(amount)} was sent back${byTransfer(refund)}.`,
      },
      effects: [
        update(refunds, id, { status: 'done', doneAt: context.now, providerId, failure: null }),
        { effect: 'email', email: { kind: 'order_refunded', orderId, amount, reason }, cause },
        resolveRefundFlags(orderId, context.now),
      ],
      result: { ok: true },
    };
  });
}

const provider: Caller = { by: 'provider' };

/** Flags about refunds end when no refund of the order has to be sent, or is on its way. */
const resolveRefundFlags = (orderId: string, now: number): Effect => ({
  effect: 'also',
  statements: (db) => [
    resolveFlags(
      db,
      ['refund_due', 'refund_failed'],
      orderId,
      now,
      sql`NOT EXISTS (SELECT 1 FROM ${refunds} WHERE order_id = ${orderId} AND ${isOpenRefund})`,
    ),
  ],
});

/** A refund below the smallest one waits for the next refund of its order, which raises it (functions/orders/due-refund.ts). */
async function keepForNextRefund(context: RequestContext, { id }: Refund, eventId: string): Promise<void> {
  const reads = [selectReported(context.db, [eventId])] as const;
  await changeRefund<Done, typeof reads>(context, provider, id, reads, (refund, [reports]) => {
    const { status, orderId, amount } = refund;
    if (reports.length || (status !== 'due' && status !== 'sent')) return { ok: true };
    const text = `${formatPrice(amount)} is below the smallest refund: it waits for the next refund of the order.`;
    return {
      event: { id: eventId, kind: 'refund', isHidden: true, text },
      effects: [
        update(refunds, id, { status: 'too_small', confirmedBy: null, failure: null }),
        resolveRefundFlags(orderId, context.now),
      ],
      result: { ok: true },
    };
  });
}

/** How cash was sent back: ` by UPI, reference 123456`. */
const byTransfer = ({
  transfer,
  transferReference,
}: Pick<Refund, 'transfer' | 'transferReference'>): string =>
  transfer ? ` ${transferText(transfer, transferReference)}` : '';

/**
 * Marks a refund as failed. A failure that is reported twice has an effect once. A refund that was done can fail days
 * later, and is then open again.
 */
async function failRefund(
  context: RequestContext,
  { id }: Refund,
  eventId: string,
  reason: string,
): Promise<void> {
  const reads = [selectReported(context.db, [eventId])] as const;
  await changeRefund<Done, typeof reads>(context, provider, id, reads, ({ orderId, amount }, [reports]) => {
    if (reports.length) return { ok: true };
    const text = `The refund of ${formatPrice(amount)} failed: ${reason}`;
    return {
      event: { id: eventId, kind: 'refund', isHidden: true, text },
      effects: [
        update(refunds, id, { status: 'failed', doneAt: null, failure: reason }),
        { effect: 'flag', kind: 'refund_failed', about: orderId, detail: reason },
      ],
      result: { ok: true },
    };
  });
}

const findRefund = async ({ db }: RequestContext, report: ReportedRefund): Promise<Refund | undefined> =>
  matchRefund(await db.read.select().from(refunds).where(eq(refunds.paymentId, report.paymentId)), report);

/**
 * Applies a provider's report that a refund was made, by the shop or in the provider's dashboard. One that matches no
 * refund of the shop changes nothing, and neither does an old report of a refund that has failed since.
 */
export async function recordRefundDone(context: RequestContext, report: ReportedRefund): Promise<void> {
  const row = await findRefund(context, report);
  if (!row) return;
  const failed = eq(orderEvents.id, failure(row.id, report.refundId));
  const [over] = await context.db.read.select({ id: orderEvents.id }).from(orderEvents).where(failed);
  if (!over) await completeRefund(context, row, report.refundId);
}

/** Applies a provider's report that a refund failed. Ignored unless it is about the refund that the row knows. */
export async function recordRefundFailed(
  context: RequestContext,
  report: ReportedRefund,
  reason: string,
): Promise<void> {
  const row = await findRefund(context, report);
  if (row && (row.providerId ?? report.refundId) === report.refundId)
    await failRefund(context, row, failure(row.id, report.refundId), reason);
}
