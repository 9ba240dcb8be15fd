/**
 * Tax invoices (CGST Rules 2017, rule 46). A document is made once, when the parcel is handed over, and stored as it is
 * printed: page, PDF and exports only format it. Amounts are paise.
 */
import type { State } from '#domain/addresses/states.ts';
import type { OrderPaymentMethod } from '#domain/payments/payment-methods.ts';
import { type DiscountKind, discountKind } from '#domain/pricing/discount-name.ts';
import type { RegisteredAddress } from '#domain/tax/business.ts';
import {
  type Place,
  placeOf,
  placeOfGstin,
  placeOfSupply,
  type RegisteredBuyer,
} from '#domain/tax/place-of-supply.ts';
import { grossOf, noTax, type Supply, type Tax, type TaxedLine, taxOrder } from '#domain/tax/split.ts';
import { dayOf } from '#lib/dates.ts';
import { fullName } from '#lib/full-name.ts';
import type { Paise } from '#lib/money.ts';
import { amountInWords } from './words.ts';

/** @property shop its name @property url where invoices can be seen, without a path */
export type Supplier = {
  shop: string;
  url: string;
  name: string;
  address: readonly string[];
  gstin: string;
  state: State;
  email: string;
  phone: string;
};

/**
 * Whom the invoice is made out to. The place of a consumer, and of a business whose registered address is not known, is that
 * of supply; else it is where the business is registered.
 * @property gstin or UIN; null for a consumer @property sez in a special economic zone
 */
export type Recipient = Place & {
  name: string;
  address: readonly string[];
  gstin: string | null;
  sez?: true;
};

/** Where the goods go (rule 46(o)). @property name of the person who takes them @property code of the state */
export type DeliveredTo = Place & { name: string; address: readonly string[] };

/** @property rate hundredths of a per cent @property total with tax */
type TaxedAmount = Tax & { rate: number; total: Paise };

/**
 * @property parts what a kit contains @property unit UQC @property price each, with tax
 * @property discount of the line, with tax
 */
export type InvoiceLine = TaxedAmount & {
  description: string;
  parts: readonly string[];
  hsn: string;
  quantity: number;
  unit: string;
  price: Paise;
  discount: Paise;
};

/** Delivery at one rate. @property hsn of the goods that it was supplied with */
export type DeliveryLine = TaxedAmount & { hsn: string };

/**
 * @property day in India, `2026-11-25`
 * @property stateTax what the state's part of the tax is called
 * @property lines a kit is one line (its principal item decides; CGST Act 2017, section 8)
 * @property discountKind undefined without a discount, and in older invoices
 */
export type Invoice = {
  day: string;
  order: { reference: string; day: string };
  supplier: Omit<Supplier, 'state'> & Place;
  recipient: Recipient;
  /** For a business: rule 46(o). Invoices of older orders have the address of delivery as that of the recipient. */
  deliveredTo?: DeliveredTo;
  /** The invoice in whose place it was issued. */
  replaces?: { number: string; day: string };
  placeOfSupply: Place;
  supply: Supply;
  stateTax: 'SGST' | 'UTGST';
  lines: readonly InvoiceLine[];
  delivery: readonly DeliveryLine[];
  couponCode: string | null;
  discount: Paise;
  discountKind?: DiscountKind;
  tax: Tax;
  total: Paise;
  inWords: string;
  reverseCharge: false;
};

/** An issued invoice. */
export type NumberedInvoice = Invoice & { number: string };

/** A line of the order. @property rate hundredths of a per cent */
export type SuppliedLine = TaxedLine & { name: string; parts: readonly string[]; hsn: string; unit: string };

/** @property placedAt UTC ms @property business when the order is for one; without `address` where it is not known */
export type SuppliedOrder = {
  reference: string;
  placedAt: number;
  address: Record<'firstName' | 'lastName' | 'address' | 'city' | 'zipcode' | 'state' | 'country', string>;
  business: (RegisteredBuyer & { name: string; address?: RegisteredAddress | null | undefined }) | null;
  couponCode: string | null;
  paymentMethod: OrderPaymentMethod;
  delivery: Paise;
  lines: readonly SuppliedLine[];
};

const taxed = (tax: Tax, rate: number): TaxedAmount => ({ ...tax, rate, total: grossOf(tax) });

/** Delivery takes the code of the goods at its rate; of several, that of the line with the largest value. */
const hsnAt = (rate: number, lines: readonly InvoiceLine[]): string =>
  lines.filter((line) => line.rate === rate).toSorted((a, b) => b.total - a.total)[0]?.hsn ?? '';

/** The lines of an address. */
const linesOf = ({ address, city, zipcode, state }: RegisteredAddress, country: string): string[] => [
  address,
  `${city} ${zipcode}`,
  `${state}, ${country}`,
];

/** Whom the invoice is made out to, and where the goods go if that is said apart. @param place of supply */
function partiesOf(
  { address, business }: SuppliedOrder,
  place: Place,
): Pick<Invoice, 'recipient' | 'deliveredTo'> {
  const person = fullName(address);
  const delivered = linesOf(address, address.country);
  if (!business) return { recipient: { name: person, address: delivered, gstin: null, ...place } };
  const { name, gstin, sez, address: registered } = business;
  const known = { name, gstin, ...(sez && { sez: true as const }) };
  if (!registered) return { recipient: { ...known, address: [person, ...delivered], ...place } };
  return {
    recipient: { ...known, address: linesOf(registered, address.country), ...(placeOfGstin(gstin) ?? place) },
    deliveredTo: { name: person, address: delivered, ...placeOf(address.state) },
  };
}

/** The invoice of an order. @param at when the parcel is handed over, UTC ms */
export function invoiceOf(order: SuppliedOrder, supplier: Supplier, at: number): Invoice {
  const { address, business } = order;
  const { place, supply, stateTax } = placeOfSupply(supplier.state, address.state, business);
  const taxes = taxOrder(order.lines, order.delivery, supply);
  const lines = order.lines.map(({ name, parts, hsn, quantity, unit, price, discount, rate }, n) => ({
    description: name,
    parts,
    hsn,
    quantity,
    unit,
    price,
    discount,
    ...taxed(taxes.lines[n] ?? noTax, rate),
  }));
  const delivery = taxes.delivery.map(({ rate, tax }) => ({ hsn: hsnAt(rate, lines), ...taxed(tax, rate) }));
  const total = grossOf(taxes.total);
  const discount = lines.reduce((sum, line) => sum + line.discount, 0);
  return {
    day: dayOf(at),
    order: { reference: order.reference, day: dayOf(order.placedAt) },
    supplier: { ...supplier, ...placeOf(supplier.state) },
    ...partiesOf(order, place),
    placeOfSupply: place,
    supply,
    stateTax,
    lines,
    delivery,
    couponCode: order.couponCode,
    discount,
    ...(discount && { discountKind: discountKind({ ...order, code: order.couponCode }) }),
    tax: taxes.total,
    total,
    inWords: amountInWords(total),
    reverseCharge: false,
  };
}
