/** What a discount is called: one rule for pages, invoices, emails, the desk and exports. */
import { isSale } from '#domain/payments/is-sale.ts';
import type { OrderPaymentMethod } from '#domain/payments/payment-methods.ts';
import type { Paise } from '#lib/money.ts';

/** A code, what the order that came back for an exchange had, or the rest of a rupee that cash takes off. */
export type DiscountKind = 'code' | 'exchange' | 'rounding';

/** @property code undefined where there is none @property paymentMethod undefined before there is an order */
type Discounted = { code?: string | null | undefined; paymentMethod?: OrderPaymentMethod | undefined };

export function discountKind({ code, paymentMethod }: Discounted): DiscountKind {
  if (code) return 'code';
  return paymentMethod && !isSale(paymentMethod) ? 'exchange' : 'rounding';
}

/**
 * The kind of an invoice. Older ones do not store it: a discount of a rupee or more that has no code was that of an exchange.
 * @property discountKind undefined in older ones
 */
export const invoicedDiscountKind = (invoice: {
  couponCode: string | null;
  discount: Paise;
  discountKind?: DiscountKind | undefined;
}): DiscountKind =>
  invoice.discountKind ??
  discountKind({
    code: invoice.couponCode,
    ...(invoice.discount >= 100 && { paymentMethod: 'exchange' as const }),
  });

/** `Discount (SAMPLE15)`, `Discount of the exchanged order`, `Rounding` */
export function discountName(kind: DiscountKind, code: string | null | undefined): string {
  if (kind === 'code') return `Discount (${code})`;
  return kind === 'exchange' ? 'Discount of the exchanged order' : 'Rounding';
}
