/**
 * How the money of an order goes back (docs/behaviour.md, "Refunds"): to the online payment of its purchase, over all its
 * exchanges, as far as that reaches; the rest by UPI or bank transfer, to an account that the shopper names. Dialogs, server,
 * desk, emails and reconciliation ask here. Amounts are paise.
 */

import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import type { Paise } from '#lib/money.ts';

/**
 * What has paid a purchase.
 * @property method of its online payment; null where there is none: it was paid in cash
 * @property left what that payment has received, less what went back to it or is on its way
 */
export type PaidWith = { method: OnlineMethod | null; left: Paise };

/** Nothing but cash has paid. */
export const inCash: PaidWith = { method: null, left: 0 };

/** Parts of an amount that goes back. @property payment to the online payment @property account by hand */
export type MoneyBack = { payment: Paise; account: Paise };

export function moneyBack({ method, left }: PaidWith, amount: Paise): MoneyBack {
  const payment = method ? Math.max(0, Math.min(amount, left)) : 0;
  return { payment, account: amount - payment };
}
