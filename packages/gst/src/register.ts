/**
 * Documents as an accountant needs them: the sales register and the list of credit and debit notes, with a row for each line, and
 * their sums. Amounts are paise.
 */
import type { Paise } from './amount.ts';
import { type CreditLine, type CreditNote, reducesTax } from './credit-note.ts';
import type { DeliveryLine, Invoice } from './invoice.ts';
import { addTax, grossOf, noTax, type Tax } from './split.ts';

/**
 * A cell of a table, which a file or a page formats: a text (somebody has typed it; null is an empty cell), a number, an
 * identifier (a text, also if it is digits), a day as it stands in the file, or an amount, which files have in rupees.
 */
export type Cell = string | number | null | { id: string } | { figure: string } | { paise: Paise };

/** What exports need of a document. Texts that only its page shows are left out. */
type Exported<T extends Invoice | CreditNote> = Pick<
  T,
  'day' | 'order' | 'placeOfSupply' | 'supply' | 'total'
> & {
  recipient: Pick<T['recipient'], 'name' | 'gstin' | 'sez'>;
  delivery: readonly DeliveryLine[];
  lines: readonly CreditLine[];
};

/** @property gstin of the supplier */
type ExportedInvoice = { kind: 'invoice'; number: string; gstin: string; data: Exported<Invoice> };
/** @property invoiceTotal of the invoice that it belongs to */
export type ExportedCreditNote = {
  kind: 'credit_note' | 'debit_note';
  number: string;
  gstin: string;
  invoiceTotal: Paise;
  data: Exported<CreditNote> & Pick<CreditNote, 'invoice' | 'reason'>;
};
export type ExportedDocument = ExportedInvoice | ExportedCreditNote;

/** The state of a place of supply as the GST portal writes it: `07-Delhi`, `01-Jammu & Kashmir`. */
export const placeName = ({ code, state }: Invoice['placeOfSupply']): string =>
  `${code}-${state.replaceAll(' and ', ' & ')}`;

/** Per cent, with at most two decimals. @param rate hundredths of a per cent */
export const percent = (rate: number): Cell => rate / 100;

/** The columns that both lists share, after those of the document. */
const sharedTitles = [
  'Order',
  'Recipient',
  'GSTIN',
  'Place of supply',
  'HSN',
  'Description',
  'Quantity',
  'Unit',
  'Taxable value (₹)',
  'Rate (%)',
  'CGST (₹)',
  'SGST/UTGST (₹)',
  'IGST (₹)',
  'Total (₹)',
];
export const registerTitles = ['Invoice', 'Date', ...sharedTitles];
export const creditNoteTitles = [
  'Credit note',
  'Date',
  'Invoice',
  'Invoice date',
  'Reason',
  'Reduces tax',
  ...sharedTitles,
];
export const debitNoteTitles = ['Debit note', 'Date', 'Invoice', 'Invoice date', 'Reason', ...sharedTitles];

/** The rows of a document: one for each line, and one for each rate of the delivery. Those of a credit note are not negative. */
export function registerRows({ kind, number, data }: ExportedDocument): Cell[][] {
  const { order, recipient, placeOfSupply, lines, delivery } = data;
  const note =
    'invoice' in data
      ? [
          { id: data.invoice.number },
          { figure: data.invoice.day },
          data.reason,
          ...(kind === 'debit_note' ? [] : [reducesTax(data) ? 'Yes' : 'No']),
        ]
      : [];
  const head: Cell[] = [
    { id: number },
    { figure: data.day },
    ...note,
    { id: order.reference },
    recipient.name,
    recipient.gstin === null ? null : { id: recipient.gstin },
    placeName(placeOfSupply),
  ];
  const amounts = (line: DeliveryLine): Cell[] => [
    { paise: line.taxable },
    percent(line.rate),
    { paise: line.cgst },
    { paise: line.sgst },
    { paise: line.igst },
    { paise: line.total },
  ];
  return [
    ...lines.map((line) => [...head, line.hsn, line.description, line.quantity, line.unit, ...amounts(line)]),
    ...delivery.map((line) => [...head, line.hsn, 'Delivery', null, null, ...amounts(line)]),
  ];
}

/** Tax, with the gross amount. */
export type Sums = Tax & { total: Paise };
export const noSums: Sums = { ...noTax, total: 0 };

/** The sums of amounts with tax. @param sign −1 for what is taken off */
export function addSums(sums: Sums, tax: Tax, sign: 1 | -1 = 1): Sums {
  const { taxable, cgst, sgst, igst } = tax;
  const added = addTax(sums, {
    taxable: sign * taxable,
    cgst: sign * cgst,
    sgst: sign * sgst,
    igst: sign * igst,
  });
  return { ...added, total: grossOf(added) };
}

/** A row with tax. Delivery has neither unit nor quantity. */
type TaxedRow = DeliveryLine & Partial<Pick<CreditLine, 'unit' | 'quantity'>>;

/** The lines of a document, and the delivery at each rate. */
export const taxedRows = ({ lines, delivery }: ExportedDocument['data']): readonly TaxedRow[] => [
  ...lines,
  ...delivery,
];
