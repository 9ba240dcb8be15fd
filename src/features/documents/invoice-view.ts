/** The texts of an invoice, in the order in which page and PDF show them. */
import { formatOrderDate, startOfDay } from '#lib/dates.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import type { DeliveryLine, Invoice, InvoiceLine, NumberedInvoice } from './invoice.ts';

export type Field = { label: string; value: string };

/** An amount, and the rate below it. */
export type Cell = { text: string; below?: string | undefined };

/** @property details lines below the name @property cells one for each of the columns after the first */
export type Row = { name: string; details: string[]; cells: Cell[] };

/** @property footnotes say what the law asks for, and whom to ask */
export type InvoiceView = {
  title: string;
  copy: string;
  facts: Field[];
  recipientTitle: string;
  recipient: string[];
  supply: Field[];
  columns: string[];
  rows: Row[];
  sums: Field[];
  total: Field;
  inWords: string;
  footnotes: string[];
};

const day = (name: string): string => formatOrderDate(startOfDay(name) ?? 0);
const place = ({ state, code }: { state: string; code: string }): string => `${state} (${code})`;

/** `900` to `9%`, `250` to `2.5%`. @param rate hundredths of a per cent */
const percent = (rate: number): string => `${rate / 100}%`;

/** Without the currency, which the columns' heading names. */
const amount = (paise: Paise): string => formatPrice(paise).slice(1);

/** The taxes of an invoice: their names, the parts of a row, and the share of the rate that each takes. */
const taxesOf = ({ supply, stateTax }: Invoice) =>
  supply === 'inter'
    ? ([{ name: 'IGST', part: 'igst', share: 1 }] as const)
    : ([
        { name: 'CGST', part: 'cgst', share: 2 },
        { name: stateTax, part: 'sgst', share: 2 },
      ] as const);

function rowOf(invoice: Invoice, row: InvoiceLine | DeliveryLine): Row {
  const line = 'unit' in row ? row : undefined;
  const parts = line?.parts.length ? [`Contains: ${line.parts.join(', ')}`] : [];
  const discount = line?.discount ? `−${amount(line.discount)}` : '';
  return {
    name: line?.description ?? 'Delivery',
    details: [...parts, `HSN ${row.hsn}`],
    cells: [
      { text: line ? String(line.quantity) : '', below: line?.unit },
      { text: line ? amount(line.price) : amount(row.total) },
      ...(invoice.discount ? [{ text: discount }] : []),
      { text: amount(row.taxable) },
      ...taxesOf(invoice).map(({ part, share }) => ({
        text: amount(row[part]),
        below: percent(row.rate / share),
      })),
      { text: amount(row.total) },
    ],
  };
}

/** The texts of an invoice. Amounts in cells have no currency: the heading of the first column says rupees. */
export function invoiceView(invoice: NumberedInvoice): InvoiceView {
  const { supplier, recipient, tax, discount, couponCode } = invoice;
  const taxes = taxesOf(invoice);
  return {
    title: 'Tax Invoice',
    copy: 'Original for recipient',
    facts: [
      { label: 'Invoice number', value: invoice.number },
      { label: 'Invoice date', value: day(invoice.day) },
      { label: 'Order', value: invoice.order.reference },
      { label: 'Order date', value: day(invoice.order.day) },
    ],
    recipientTitle: 'Billed and delivered to',
    recipient: [
      recipient.name,
      ...recipient.address,
      ...(recipient.gstin ? [`GSTIN ${recipient.gstin}`] : []),
      `State code ${recipient.code}`,
    ],
    supply: [
      { label: 'Place of supply', value: place(invoice.placeOfSupply) },
      { label: 'Supplied from', value: place(supplier) },
      { label: 'Tax payable on reverse charge', value: 'No' },
    ],
    columns: [
      'Product (amounts in ₹)',
      'Quantity',
      'Price with GST',
      ...(discount ? ['Discount'] : []),
      'Taxable value',
      ...taxes.map(({ name }) => name),
      'Total',
    ],
    rows: [...invoice.lines, ...invoice.delivery].map((row) => rowOf(invoice, row)),
    sums: [
      ...(discount
        ? [
            {
              label: couponCode ? `Discount (${couponCode}), included` : 'Discount, included',
              value: `−${formatPrice(discount)}`,
            },
          ]
        : []),
      { label: 'Taxable value', value: formatPrice(tax.taxable) },
      ...taxes.map(({ name, part }) => ({ label: name, value: formatPrice(tax[part]) })),
    ],
    total: { label: 'Total', value: formatPrice(invoice.total) },
    inWords: invoice.inWords,
    footnotes: [
      'This is an electronic invoice: it needs no signature.',
      `Questions? Write to ${supplier.email} or call ${supplier.phone}.`,
    ],
  };
}
