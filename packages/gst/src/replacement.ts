/**
 * An invoice that is replaced after the goods have left, since it names the wrong recipient: a credit note takes the whole
 * of it back, and a new invoice is issued in its place (CGST Act 2017, sections 31 and 34(1)). Both belong into the return
 * of the same month as the first one, so that nothing of the totals changes: only within its month. Later the
 * return is amended (GSTR-1, tables 9A and 10, until 30 November after the year; section 37(3)). Amounts are paise, days are
 * those of India.
 */
import { type CreditNote, creditNoteOf } from './credit-note.ts';
import { type Invoice, invoiceOf, type NumberedInvoice, type Sale, type Supplier } from './invoice.ts';

/** The last day on which an invoice can be replaced: the end of its month. @param invoiceDay `2026-11-05` */
export function lastDayToReplace(invoiceDay: string): string {
  const [year = 0, month = 0] = invoiceDay.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** @property invoiceDay null without one @property creditNotes how many its order has that belong to no replaced invoice */
type Replaced = { invoiceDay: string | null; today: string; creditNotes: number };

/** Why an invoice cannot be replaced; undefined if it can. */
export function replaceProblem({
  invoiceDay,
  today,
  creditNotes,
}: Replaced): 'no_invoice' | 'reported' | 'credited' | undefined {
  if (invoiceDay === null) return 'no_invoice';
  if (creditNotes) return 'credited';
  return today > lastDayToReplace(invoiceDay) ? 'reported' : undefined;
}

/** Why an invoice is replaced, as its credit note prints it. */
export const replacedReason = 'The invoice is replaced: it named another recipient.';

/**
 * The credit note for all of an invoice, and the invoice in its place: the same goods at the same rates for the same sum, to
 * another business or address.
 * @param buyer what is right now
 */
export function replaceInvoice<S extends Supplier>(
  invoice: NumberedInvoice<S>,
  buyer: Pick<Sale, 'deliverTo' | 'business'>,
  day: string,
): { creditNote: CreditNote<S>; invoice: Invoice<S> } | undefined {
  const delivery = invoice.delivery.reduce((sum, { total }) => sum + total, 0);
  const everything = [
    ...invoice.lines.map(({ total, quantity }, position) => ({ position, quantity, amount: total })),
    ...(delivery ? [{ position: null, quantity: 0, amount: delivery }] : []),
  ];
  const positions = [...invoice.lines.keys()];
  const creditNote = creditNoteOf(invoice, positions, [], everything, { reason: replacedReason, day });
  if (!creditNote) return undefined;
  const lines = invoice.lines.map(({ description, ...line }) => ({ ...line, name: description }));
  const made = invoiceOf({ ...buyer, order: invoice.order, delivery, lines }, invoice.supplier, day);
  return { creditNote, invoice: { ...made, replaces: { number: invoice.number, day: invoice.day } } };
}
