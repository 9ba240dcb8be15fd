/**
 * Credit notes and debit notes (CGST Act 2017, section 34; CGST Rules 2017, rule 53(1A)). A credit note covers what is given
 * back after the invoice, at its invoiced value; a debit note what kept goods cost more, such as when a discount is taken back.
 * The credit notes of an invoice never exceed it with its debit notes. Amounts are paise, days are those of India.
 */
import { type Paise, spreadAmount } from './amount.ts';
import { firstYear } from './financial-year.ts';
import type { DeliveryLine, Invoice, InvoiceLine, NumberedInvoice, Supplier } from './invoice.ts';
import { addTax, grossOf, noTax, type Supply, splitGross, type Tax } from './split.ts';
import { amountInWords } from './words.ts';

/** A line of the invoice, as far as it is given back. @property quantity 0 when only an amount is given back */
export type CreditLine = Omit<InvoiceLine, 'price' | 'discount'>;

/** @property reason as printed */
export type CreditNote<S extends Supplier = Supplier> = Pick<
  Invoice<S>,
  | 'day'
  | 'order'
  | 'supplier'
  | 'recipient'
  | 'deliveredTo'
  | 'placeOfSupply'
  | 'supply'
  | 'stateTax'
  | 'tax'
  | 'total'
  | 'inWords'
> & {
  invoice: { number: string; day: string };
  reason: string;
  lines: readonly CreditLine[];
  delivery: readonly DeliveryLine[];
};

/** A debit note says the same of what is added. Its lines have no quantity. */
export type DebitNote<S extends Supplier = Supplier> = CreditNote<S>;

/** Something that is given back. @property position null for delivery @property quantity 0 when only an amount is */
export type Credit = { position: number | null; quantity: number; amount: Paise };

/** By how much a line costs more. */
export type Debit = { position: number; amount: Paise };

/**
 * The tax in a part of an amount, so that the taxes of all parts add up to that of the whole amount. It is within one
 * paisa of the tax in the part alone. A single paisa cannot hold a paisa of both halves: it is given back without tax.
 * @param before what was given back earlier @param amount what is given back now
 * @param rate hundredths of a per cent
 */
function taxOfPart(before: Paise, amount: Paise, rate: number, supply: Supply): Tax {
  const from = splitGross(before, rate, supply);
  const until = splitGross(before + amount, rate, supply);
  const taxable = until.taxable - from.taxable;
  if (taxable < 0) return { ...noTax, taxable: amount };
  return {
    taxable,
    cgst: until.cgst - from.cgst,
    sgst: until.sgst - from.sgst,
    igst: until.igst - from.igst,
  };
}

const amountAt = (
  rows: readonly { position: number | null; amount: Paise }[],
  position: number | null,
): Paise => rows.reduce((sum, one) => sum + (one.position === position ? one.amount : 0), 0);

/**
 * How much of the delivery was given back at each of its rates, after several credits: each is spread over what was
 * left, by value.
 */
function deliveryShares(rows: readonly DeliveryLine[], credits: readonly Credit[]): Paise[] {
  const given = rows.map(() => 0);
  for (const { position, amount } of credits) {
    if (position !== null) continue;
    const shares = spreadAmount(
      amount,
      rows.map(({ total }, n) => total - (given[n] ?? 0)),
    );
    for (const [n, share] of shares.entries()) given[n] = (given[n] ?? 0) + share;
  }
  return given;
}

/**
 * The credit note for what is given back of an invoice.
 * @param positions of the order's lines, in the order of the invoice's lines
 * @param before what was given back since the invoice, in earlier credit notes, oldest first
 * @param now what is given back with this one
 * @returns undefined if it gives back no money
 */
export function creditNoteOf<S extends Supplier>(
  invoice: NumberedInvoice<S>,
  positions: readonly number[],
  before: readonly Credit[],
  now: readonly Credit[],
  about: { reason: string; day: string },
): CreditNote<S> | undefined {
  const { supply } = invoice;
  const lines = invoice.lines.flatMap((line, n): CreditLine[] => {
    const position = positions[n] ?? Number.NaN;
    const amount = amountAt(now, position);
    if (!amount) return [];
    const { price: _price, discount: _discount, ...rest } = line;
    const quantity = now.reduce((sum, one) => sum + (one.position === position ? one.quantity : 0), 0);
    return [
      {
        ...rest,
        quantity,
        ...taxOfPart(amountAt(before, position), amount, line.rate, supply),
        total: amount,
      },
    ];
  });
  const from = deliveryShares(invoice.delivery, before);
  const until = deliveryShares(invoice.delivery, [...before, ...now]);
  const delivery = invoice.delivery.flatMap((row, n): DeliveryLine[] => {
    const earlier = from[n] ?? 0;
    const amount = (until[n] ?? 0) - earlier;
    return amount > 0 ? [{ ...row, ...taxOfPart(earlier, amount, row.rate, supply), total: amount }] : [];
  });
  return noteOf(invoice, lines, delivery, about);
}

/**
 * The debit note for what lines of an invoice cost more.
 * @param positions of the order's lines, in the order of the invoice's lines
 * @param before what they cost more since earlier debit notes @param now what is added with this one
 * @returns undefined if nothing is added
 */
export function debitNoteOf<S extends Supplier>(
  invoice: NumberedInvoice<S>,
  positions: readonly number[],
  before: readonly Debit[],
  now: readonly Debit[],
  about: { reason: string; day: string },
): DebitNote<S> | undefined {
  const lines = invoice.lines.flatMap((line, n): CreditLine[] => {
    const position = positions[n] ?? Number.NaN;
    const amount = amountAt(now, position);
    if (!amount) return [];
    const { price: _price, discount: _discount, ...rest } = line;
    const from = line.total + amountAt(before, position);
    return [{ ...rest, quantity: 0, ...taxOfPart(from, amount, line.rate, invoice.supply), total: amount }];
  });
  return noteOf(invoice, lines, [], about);
}

function noteOf<S extends Supplier>(
  invoice: NumberedInvoice<S>,
  lines: readonly CreditLine[],
  delivery: readonly DeliveryLine[],
  { reason, day }: { reason: string; day: string },
): CreditNote<S> | undefined {
  const { supply, order, supplier, recipient, deliveredTo, placeOfSupply, stateTax } = invoice;
  const tax = [...lines, ...delivery].reduce<Tax>(addTax, noTax);
  const total = grossOf(tax);
  if (!total) return undefined;
  return {
    day,
    invoice: { number: invoice.number, day: invoice.day },
    reason,
    order,
    supplier,
    recipient,
    ...(deliveredTo && { deliveredTo }),
    placeOfSupply,
    supply,
    stateTax,
    lines,
    delivery,
    tax,
    total,
    inWords: amountInWords(total),
  };
}

/**
 * The last day on which a credit note reduces the tax of its invoice: 30 November after the financial year of the supply
 * (CGST Act 2017, section 34(2)), or that of the annual return, if it is filed earlier.
 * @param invoiceDay `2026-11-25` @returns `2027-11-30`
 */
export const lastDayToReduceTax = (invoiceDay: string): string => `${firstYear(invoiceDay) + 1}-11-30`;

/** Whether a credit note reduces the tax. A later one only settles the money with the buyer. */
export const reducesTax = ({ day, invoice }: Pick<CreditNote, 'day' | 'invoice'>): boolean =>
  day <= lastDayToReduceTax(invoice.day);
