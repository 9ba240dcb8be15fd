/**
 * Tax invoices (CGST Rules 2017, rule 46). An invoice is data that is made once, when the goods are handed over, and stored
 * as it is printed: page, PDF and returns only format it. Amounts are paise, days are those of India, `2026-11-25`.
 */
import type { Paise } from './amount.ts';
import { type Place, placeOf, placeOfGstin, placeOfSupply, type RegisteredBuyer } from './place-of-supply.ts';
import { grossOf, noTax, type Supply, type Tax, type TaxedLine, taxOrder } from './split.ts';
import { amountInWords } from './words.ts';

/** Who sells. What a seller adds, such as a phone number, is in the documents too. @property address its lines */
export type Supplier = { name: string; address: readonly string[]; gstin: string; state: string };

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
 * @property stateTax what the state's part of the tax is called
 * @property lines a kit is one line (its principal item decides; CGST Act 2017, section 8)
 */
export type Invoice<S extends Supplier = Supplier> = {
  day: string;
  order: { reference: string; day: string };
  supplier: S & { code: string };
  recipient: Recipient;
  /** For a business: rule 46(o). Without it, the address of the recipient is that of delivery. */
  deliveredTo?: DeliveredTo;
  /** The invoice in whose place it was issued. */
  replaces?: { number: string; day: string };
  placeOfSupply: Place;
  supply: Supply;
  stateTax: 'SGST' | 'UTGST';
  lines: readonly InvoiceLine[];
  delivery: readonly DeliveryLine[];
  discount: Paise;
  tax: Tax;
  total: Paise;
  inWords: string;
  reverseCharge: false;
};

/** An issued invoice. */
export type NumberedInvoice<S extends Supplier = Supplier> = Invoice<S> & { number: string };

/** Goods that are sold. @property rate hundredths of a per cent */
export type SoldLine = TaxedLine & { name: string; parts: readonly string[]; hsn: string; unit: string };

/**
 * A sale, before its tax is known. Addresses are lines as they are printed.
 * @property deliverTo the person who takes the goods @property delivery its price, with tax
 * @property business when it is for one; without `address` where that is not known
 */
export type Sale = {
  order: { reference: string; day: string };
  deliverTo: { name: string; address: readonly string[]; state: string };
  business: (RegisteredBuyer & { name: string; address?: readonly string[] | null | undefined }) | null;
  delivery: Paise;
  lines: readonly SoldLine[];
};

const taxed = (tax: Tax, rate: number): TaxedAmount => ({ ...tax, rate, total: grossOf(tax) });

/** Delivery takes the code of the goods at its rate; of several, that of the line with the largest value. */
const hsnAt = (rate: number, lines: readonly InvoiceLine[]): string =>
  lines.filter((line) => line.rate === rate).toSorted((a, b) => b.total - a.total)[0]?.hsn ?? '';

/** Whom the invoice is made out to, and where the goods go if that is said apart. @param place of supply */
function partiesOf({ deliverTo, business }: Sale, place: Place): Pick<Invoice, 'recipient' | 'deliveredTo'> {
  const { name: person, address: delivered, state } = deliverTo;
  if (!business) return { recipient: { name: person, address: delivered, gstin: null, ...place } };
  const { name, gstin, sez, address: registered } = business;
  const known = { name, gstin, ...(sez && { sez: true as const }) };
  if (!registered) return { recipient: { ...known, address: [person, ...delivered], ...place } };
  return {
    recipient: { ...known, address: registered, ...(placeOfGstin(gstin) ?? place) },
    deliveredTo: { name: person, address: delivered, ...placeOf(state) },
  };
}

/** The invoice of a sale. @param day on which the goods are handed over */
export function invoiceOf<S extends Supplier>(sale: Sale, supplier: S, day: string): Invoice<S> {
  const { place, supply, stateTax } = placeOfSupply(supplier.state, sale.deliverTo.state, sale.business);
  const taxes = taxOrder(sale.lines, sale.delivery, supply);
  const lines = sale.lines.map(({ name, parts, hsn, quantity, unit, price, discount, rate }, n) => ({
    description: name,
    parts,
    hsn,
    quantity,
    unit,
    price,
    discount,
    ...taxed(taxes.lines[n] ?? noTax, rate),
  }));
  const total = grossOf(taxes.total);
  return {
    day,
    order: sale.order,
    supplier: { ...supplier, ...placeOf(supplier.state) },
    ...partiesOf(sale, place),
    placeOfSupply: place,
    supply,
    stateTax,
    lines,
    delivery: taxes.delivery.map(({ rate, tax }) => ({ hsn: hsnAt(rate, lines), ...taxed(tax, rate) })),
    discount: lines.reduce((sum, line) => sum + line.discount, 0),
    tax: taxes.total,
    total,
    inWords: amountInWords(total),
    reverseCharge: false,
  };
}
