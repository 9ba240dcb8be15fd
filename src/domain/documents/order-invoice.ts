/** Invoices of the shop's orders: what an order says as the package `gst` takes it, and what the shop's invoices say besides. */
import { type Invoice, invoiceOf, type Sale, type SoldLine } from 'gst/invoice';
import type { RegisteredBuyer } from 'gst/place-of-supply';
import { replaceInvoice } from 'gst/replacement';
import type { OrderPaymentMethod } from '#domain/payments/payment-methods.ts';
import { discountKind } from '#domain/pricing/discount-name.ts';
import type { RegisteredAddress } from '#domain/tax/business.ts';
import { dayOf } from '#lib/dates.ts';
import { fullName } from '#lib/full-name.ts';
import type { Paise } from '#lib/money.ts';
import type { ShopCreditNote, ShopInvoice, ShopSupplier } from './document.ts';

/** @property placedAt UTC ms @property business when the order is for one; without `address` where it is not known */
export type SuppliedOrder = {
  reference: string;
  placedAt: number;
  address: Record<'firstName' | 'lastName' | 'address' | 'city' | 'zipcode' | 'state' | 'country', string>;
  business: (RegisteredBuyer & { name: string; address?: RegisteredAddress | null | undefined }) | null;
  couponCode: string | null;
  paymentMethod: OrderPaymentMethod;
  delivery: Paise;
  lines: readonly SoldLine[];
};

/** The lines of an address. */
const formatAddress = ({ address, city, zipcode, state }: RegisteredAddress, country: string): string[] => [
  address,
  `${city} ${zipcode}`,
  `${state}, ${country}`,
];

/** Who has ordered, and where the goods go. */
function buyerOf({
  address,
  business,
}: Pick<SuppliedOrder, 'address' | 'business'>): Pick<Sale, 'deliverTo' | 'business'> {
  const { country, state } = address;
  return {
    deliverTo: { name: fullName(address), address: formatAddress(address, country), state },
    business: business && {
      ...business,
      address: business.address && formatAddress(business.address, country),
    },
  };
}

/** The invoice with what the discount is. */
const withDiscount = (
  invoice: Invoice<ShopSupplier>,
  { couponCode, paymentMethod }: Pick<SuppliedOrder, 'couponCode' | 'paymentMethod'>,
): ShopInvoice => ({
  ...invoice,
  couponCode,
  ...(invoice.discount && {
    discountKind: discountKind({ discount: invoice.discount, code: couponCode, paymentMethod }),
  }),
});

/** The invoice of an order. @param at when the parcel is handed over, UTC ms */
export function invoiceOfOrder(order: SuppliedOrder, supplier: ShopSupplier, at: number): ShopInvoice {
  const { reference, placedAt, delivery, lines } = order;
  const sale = { ...buyerOf(order), order: { reference, day: dayOf(placedAt) }, delivery, lines };
  return withDiscount(invoiceOf(sale, supplier, dayOf(at)), order);
}

/**
 * The credit note for all of an invoice, and the invoice in its place.
 * @param order with what is right now @param at UTC ms
 */
export function replaceInvoiceOfOrder(
  invoice: ShopInvoice & { number: string },
  order: Pick<SuppliedOrder, 'address' | 'business' | 'paymentMethod'>,
  at: number,
): { creditNote: ShopCreditNote; invoice: ShopInvoice } | undefined {
  const replaced = replaceInvoice(invoice, buyerOf(order), dayOf(at));
  const { couponCode } = invoice;
  return replaced && { ...replaced, invoice: withDiscount(replaced.invoice, { ...order, couponCode }) };
}
