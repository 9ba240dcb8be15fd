/**
 * Credit notes and debit notes (CGST Act 2017, section 34; CGST Rules 2017, rule 53(1A)). A credit note covers what is given
 * back after the invoice, at its invoiced value; a debit note what kept goods cost more since a code no longer applies to them
 * (docs/decisions/38-debit-notes.md). The credit notes of an invoice never exceed it with its debit notes. Amounts are paise.
 */

import type { Debit, Reduction } from '#domain/orders/reductions.ts';
import { spread } from '#domain/pricing/coupon.ts';
import { addTax, grossOf, noTax, type Supply, splitGross, type Tax } from '#domain/tax/split.ts';
import { dayOf } from '#lib/dates.ts';
import type { Paise } from '#lib/money.ts';
import type { DeliveryLine, Invoice, InvoiceLine, NumberedInvoice } from './invoice.ts';
import { amountInWords } from './words.ts';

/** A line of the invoice, as far as it is given back. @property quantity 0 when only an amount is given back */
export type CreditLine = Omit<InvoiceLine, 'price' | 'discount'>;

/** @property day in India @property reason as printed */
export type CreditNote = Pick<
  Invoice,
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

/** An issued credit note. */
export type NumberedCreditNote = CreditNote & { number: string };

/** A debit note says the same of what is added. Its lines have no quantity. */
export type DebitNote = CreditNote;

/**
 * The tax in a part of an amount, so that the taxes of all parts add up to that of the whole amount. It is within one
 * paisa of the tax in the part alone. A single paisa cannot hold a paisa of both halves: it is given back without tax.
 * @param before what was given back earlier @param amount what is given back now
 * @param rate hundredths of a per cent
 */
export function taxOfPart(before: Paise, amount: Paise, rate: number, supply: Supply): Tax {
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
 * How much of the delivery was given back at each of its rates, after several reductions: each is spread over what was
 * left, by value.
 */
function deliveryShares(rows: readonly DeliveryLine[], reductions: readonly Reduction[]): Paise[] {
  const given = rows.map(() => 0);
  for (const { position, amount } of reductions) {
    if (position !== null) continue;
    const shares = spread(
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
 * @param at UTC ms
 * @returns undefined if it gives back no money
 */
export function creditNoteOf(
  invoice: NumberedInvoice,
  positions: readonly number[],
  before: readonly Reduction[],
  now: readonly Reduction[],
  { reason, at }: { reason: string; at: number },
): CreditNote | undefined {
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
  return noteOf(invoice, lines, delivery, { reason, at });
}

/**
 * The debit note for what lines of an invoice cost more.
 * @param positions of the order's lines, in the order of the invoice's lines
 * @param before what they cost more since earlier debit notes @param now what is added with this one
 * @param at UTC ms
 * @returns undefined if nothing is added
 */
export function debitNoteOf(
  invoice: NumberedInvoice,
  positions: readonly number[],
  before: readonly Debit[],
  now: readonly Debit[],
  about: { reason: string; at: number },
): DebitNote | undefined {
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

function noteOf(
  { number, day, supply, order, supplier, recipient, deliveredTo, placeOfSupply, stateTax }: NumberedInvoice,
  lines: readonly CreditLine[],
  delivery: readonly DeliveryLine[],
  { reason, at }: { reason: string; at: number },
): CreditNote | undefined {
  const tax = [...lines, ...delivery].reduce<Tax>(addTax, noTax);
  const total = grossOf(tax);
  if (!total) return undefined;
  return {
    day: dayOf(at),
    invoice: { number, day },
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
 * (CGST Act 2017, section 34(2)). The annual return ends it too, if it is filed earlier: the accountant knows.
 * @param invoiceDay `2026-11-25` @returns `2027-11-30`
 */
export function lastDayToReduceTax(invoiceDay: string): string {
  const [year = 0, month = 0] = invoiceDay.split('-').map(Number);
  return `${month >= 4 ? year + 1 : year}-11-30`;
}

/** Whether a credit note reduces the tax. A later one only settles the money with the buyer. */
export const reducesTax = ({ day, invoice }: Pick<CreditNote, 'day' | 'invoice'>): boolean =>
  day <= lastDayToReduceTax(invoice.day);
