/** What a discount is called: one rule for pages, invoices, emails, the desk and exports. */
import { isSale } from '#domain/payments/is-sale.ts';
import { isPaidOnline, type OrderPaymentMethod } from '#domain/payments/payment-methods.ts';
import type { Paise } from '#lib/money.ts';

/** A code, what paying online takes off, what the order that came back for an exchange had, or the rest of a rupee. */
export type DiscountKind = 'code' | 'prepaid' | 'exchange' | 'rounding';

/** @property code undefined where there is none @property paymentMethod undefined while it is not chosen */
type Discounted = {
  discount: Paise;
  code?: string | null | undefined;
  paymentMethod?: OrderPaymentMethod | undefined;
};

/** Only cash rounds, by less than a rupee: also that of an order which was paid online before it was confirmed. */
export function discountKind({ discount, code, paymentMethod }: Discounted): DiscountKind {
  if (code) return 'code';
  if (paymentMethod && !isSale(paymentMethod)) return 'exchange';
  return paymentMethod && isPaidOnline(paymentMethod) && discount >= 100 ? 'prepaid' : 'rounding';
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
    discount: invoice.discount,
    code: invoice.couponCode,
    ...(invoice.discount >= 100 && { paymentMethod: 'exchange' as const }),
  });

/** `Discount (SAMPLE15)`, `Discount (paid online)`, `Discount of the exchanged order`, `Rounding` */
export function discountName(kind: DiscountKind, code: string | null | undefined): string {
  if (kind === 'code') return `Discount (${code})`;
  if (kind === 'prepaid') return 'Discount (paid online)';
  return kind === 'exchange' ? 'Discount of the exchanged order' : 'Rounding';
}
