/** Correcting name, address, phone and business of an order (docs/behaviour.md, "Corrections"). Amounts are paise. */

import type { ServedPromise } from '#domain/delivery/promise.ts';
import { withFees } from '#domain/delivery/promise.ts';
import { isPaidOnDelivery, type OrderPaymentMethod } from '#domain/payments/payment-methods.ts';
import { deliveryFee } from '#domain/store/delivery.ts';
import type { Store } from '#domain/store/store.ts';
import type { OrderBusiness } from '#domain/tax/business.ts';
import { formatDay, startOfDay } from '#lib/dates.ts';
import type { Paise } from '#lib/money.ts';
import type { Mover } from './moves.ts';
import { type ApiAddress, type OrderStatus, unshipped } from './order.ts';

/** What can be corrected: everything but the email, to which the link of a guest goes. */
export type Correction = Omit<ApiAddress, 'country' | 'email'>;

/** How often the shopper can correct an order; each sends an email. */
export const maxCorrections = 10;

/** Until packing begins the shopper can correct the address of an order, until the parcel is handed over an operator can. */
export const canCorrect = (status: OrderStatus, by: Mover): boolean =>
  status === 'Order Placed' || (status === 'Packing' && by === 'operator');

/** The business can be added and corrected by both until the parcel is handed over, which issues the invoice. */
export const canCorrectBusiness = (status: OrderStatus): boolean => unshipped.includes(status);

const businessFields = [
  'gstin',
  'businessName',
  'sez',
  'registeredAddress',
  'registeredCity',
  'registeredZipcode',
] as const satisfies readonly (keyof OrderBusiness)[];

/** An order that has its invoice. @property today Indian day */
type Invoiced = { status: OrderStatus; replaceableUntil?: string; today: string };

/**
 * What can be done about the recipient once the invoice is issued: an operator replaces it within its month
 * (packages/gst/src/replacement.ts). Undefined without an invoice, and for an order that was given back.
 * @property text for the shopper, and for operators
 */
export function invoiceReplacement({
  status,
  replaceableUntil,
  today,
}: Invoiced): { isOpen: boolean; text: string } | undefined {
  if (!replaceableUntil || status === 'Cancelled' || status === 'Returned') return undefined;
  const day = formatDay(startOfDay(replaceableUntil) ?? 0);
  return today > replaceableUntil
    ? {
        isOpen: false,
        text: `The invoice is part of the GST return of its month. Until ${day} it could be replaced by one to another business or address.`,
      }
    : {
        isOpen: true,
        text: `The invoice is issued. Until ${day} we can replace it by one with your GST details or a corrected address, with a credit note for this one.`,
      };
}

/** Whether two orders are for the same business. Null: for none. */
export const isSameBusiness = (a: OrderBusiness | null, b: OrderBusiness | null): boolean =>
  businessFields.every((field) => (a?.[field] || undefined) === (b?.[field] || undefined));

const labels: readonly [label: string, fields: readonly (keyof Correction)[]][] = [
  ['name', ['firstName', 'lastName']],
  ['address', ['address', 'city', 'state', 'zipcode']],
  ['phone', ['phone']],
];

/**
 * What has changed, `Name, phone`; empty if nothing has. It never says the values: a history is kept for good.
 * @param otherBusiness whether the business has changed
 */
export function correctedText(before: Correction, after: Correction, otherBusiness = false): string {
  const changed = labels.filter(([, fields]) => fields.some((field) => before[field] !== after[field]));
  const text = [...changed.map(([label]) => label), ...(otherBusiness ? ['GST details'] : [])].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether the parcel goes somewhere else, for the courier and for the tax. */
export const isMoved = (before: Correction, after: Correction): boolean =>
  before.zipcode !== after.zipcode || before.state !== after.state;

/**
 * The delivery fee after a correction. An order that is paid online keeps its fee, whether delivery would be cheaper or dearer
 * now. With cash on delivery the fee is that of the new pincode, if the two pincodes differ in it: a fee that was agreed to
 * does not change for another reason, such as a cancelled part.
 * @param from of the old address; undefined if it is not served any more
 */
export function correctedFee(
  store: Pick<Store, 'delivery'>,
  order: { paymentMethod: OrderPaymentMethod; subtotal: Paise; discount: Paise; delivery: Paise },
  from: ServedPromise | undefined,
  to: ServedPromise,
): Paise {
  if (!isPaidOnDelivery(order.paymentMethod)) return order.delivery;
  const feeAt = (promise: ServedPromise) =>
    deliveryFee(withFees(store, promise), order.subtotal - order.discount);
  const fee = feeAt(to);
  if (from && feeAt(from) === fee) return order.delivery;
  // Cash is paid in whole rupees: the fee is rounded down to such a total.
  const over = (order.subtotal - order.discount + fee) % 100;
  return Math.max(0, fee - over);
}
