/** The documents of an order: its invoice, the credit notes for what it gave back, and the debit notes for what it costs more. */
import type { CreditNote } from 'gst/credit-note';
import type { Invoice, Supplier } from 'gst/invoice';
import type { DiscountKind } from '#domain/pricing/discount-name.ts';
import type { Paise } from '#lib/money.ts';

/** @property shop its name @property url where invoices can be seen, without a path */
export type ShopSupplier = Supplier & { shop: string; url: string; email: string; phone: string };

/** @property discountKind undefined without a discount, and in older invoices */
export type ShopInvoice = Invoice<ShopSupplier> & { couponCode: string | null; discountKind?: DiscountKind };

/** Also a debit note. */
export type ShopCreditNote = CreditNote<ShopSupplier>;

/** An issued document, as it is printed. @property ewayBill the number of its parcel's, which is known after the invoice */
export type ShopDocument = { number: string } & (
  | ({ kind: 'invoice'; ewayBill?: string } & ShopInvoice)
  | ({ kind: 'credit_note' | 'debit_note' } & ShopCreditNote)
);

export type DocumentKind = ShopDocument['kind'];

/** One of the documents of an order. @property day in India @property total paise */
export type ListedDocument = { number: string; kind: DocumentKind; day: string; total: Paise };

export const documentNames: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  debit_note: 'Debit note',
};

/** The file of a document: `HRT-26-27-000001.pdf`. */
export const pdfName = (number: string): string => `${number.replaceAll('/', '-')}.pdf`;
