/** The documents of an order: its invoice, the credit notes for what it gave back, and the debit notes for what it costs more. */
import type { Paise } from '#lib/money.ts';
import type { NumberedCreditNote } from './credit-note.ts';
import type { NumberedInvoice } from './invoice.ts';

/** An issued document, as it is printed. @property ewayBill the number of its parcel's, which is known after the invoice */
export type ShopDocument =
  | ({ kind: 'invoice'; ewayBill?: string } & NumberedInvoice)
  | ({ kind: 'credit_note' | 'debit_note' } & NumberedCreditNote);

export type DocumentKind = ShopDocument['kind'];

/** One of the documents of an order. @property day in India @property total paise */
export type ListedDocument = { number: string; kind: DocumentKind; day: string; total: Paise };

export const documentNames: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  debit_note: 'Debit note',
};
