/** What cancelling a paid order, or a part of it, gives back: shopper and operator read it before they confirm. */
import type { KeptUnits } from '#domain/orders/cancellation.ts';
import { unshipped } from '#domain/orders/order.ts';
import { amountOf, type Debit } from '#domain/orders/reductions.ts';
import { type Paise, type Rupees, toRupees } from '#lib/money.ts';
import { type Refusal, refuses } from '../lib/refusal.ts';
import { changeOrder } from '../orders/change-order.ts';
import { orderNotFound } from '../orders/history.ts';
import type { OrderCall } from '../orders/operator.ts';
import type { RequestContext } from '../providers/context.ts';
import { cancelPartRefusals, cancelRefusals } from './cancel-outcome.ts';
import { type OrderToCancel, orderToCancel, planPart, planWhole, readToCancel } from './plan-cancelling.ts';

/**
 * @property withoutCode what kept goods cost more without the code @property amount what is refunded;
 * 0 while nothing is paid @property toPay what the rest of an unpaid order then costs
 */
export type ApiCancelQuote = { withoutCode: Rupees; amount: Rupees; toPay: Rupees };

/** @param lines what stays; without it the whole order is cancelled */
export function quoteCancelling(
  call: OrderCall & RequestContext,
  { orderId, lines }: { orderId: string; lines?: readonly KeptUnits[] | undefined },
): Promise<({ ok: true } & ApiCancelQuote) | Refusal> {
  const reads = readToCancel(call.db, orderId);
  return changeOrder<{ ok: true } & ApiCancelQuote, typeof reads>(
    call,
    { owner: call.owner, as: 'either' },
    { orderId },
    reads,
    (read, ...rows) => {
      const found = orderToCancel(read, rows);
      if (!found) return orderNotFound();
      if (!lines) return quoteWhole(found);
      const plan = planPart(found, lines);
      if (!plan.ok) return plan;
      if (plan.outcome === 'whole') return quoteWhole(found);
      const { paid, total } = found.order;
      if (plan.outcome === 'nothing') return quoteOf([], 0, paid ? 0 : total);
      const { cancellation, taken, refund } = plan;
      return quoteOf(taken?.ok ? taken.debits : [], refund, paid ? 0 : cancellation.rest.total);
    },
  );
}
refuses(quoteCancelling, cancelRefusals, cancelPartRefusals);

function quoteWhole(read: OrderToCancel) {
  const { status, paid } = read.order;
  // Cancelling again succeeds, and gives nothing back.
  if (status === 'Cancelled') return quoteOf([], 0, 0);
  if (!unshipped.includes(status)) return cancelRefusals.tooLate();
  const { given, delivery } = planWhole(read);
  return paid && given.ok
    ? quoteOf(given.debits, given.amount + (delivery?.amount ?? 0), 0)
    : quoteOf([], 0, 0);
}

const quoteOf = (debits: readonly Debit[], amount: Paise, toPay: Paise) =>
  ({
    ok: true,
    withoutCode: toRupees(amountOf(debits)),
    amount: toRupees(amount),
    toPay: toRupees(toPay),
  }) as const;
