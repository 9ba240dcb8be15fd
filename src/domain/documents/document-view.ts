/** The texts of a document, in the order in which page and PDF show them. */

import { type CreditLine, lastDayToReduceTax, reducesTax } from 'gst/credit-note';
import { gstinKind } from 'gst/gstin';
import type { DeliveryLine, InvoiceLine } from 'gst/invoice';
import { discountName, invoicedDiscountKind } from '#domain/pricing/discount-name.ts';
import { formatDay, startOfDay } from '#lib/dates.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { documentNames, type ShopDocument } from './document.ts';

export type Field = { label: string; value: string };

/** An amount, and the rate below it. */
export type Cell = { text: string; below?: string | undefined };

/** Somebody whom the document is made out to, or where the goods go. @property lines the name first */
export type Party = { title: string; lines: string[] };

/** @property details lines below the name @property cells one for each of the columns after the first */
export type Row = { name: string; details: string[]; cells: Cell[] };

/** @property notes longer texts @property footnotes say what the law asks for, and whom to ask */
export type DocumentView = {
  title: string;
  subtitle: string;
  facts: Field[];
  parties: Party[];
  supply: Field[];
  columns: string[];
  rows: Row[];
  sums: Field[];
  total: Field;
  notes: Field[];
  footnotes: string[];
};

type Line = InvoiceLine | CreditLine | DeliveryLine;
type Column = { title: string; cell: (line: Line) => Cell };

const day = (name: string): string => formatDay(startOfDay(name) ?? 0);
const place = ({ state, code }: { state: string; code: string }): string => `${state} (${code})`;

/** `900` to `9%`, `250` to `2.5%`. @param rate hundredths of a per cent */
const percent = (rate: number): string => `${rate / 100}%`;

/** Without the currency, which the columns' heading names. */
const amount = (paise: Paise): string => formatPrice(paise).slice(1);

/** The taxes of a document: their names, the parts of a row, and the share of the rate that each takes. */
const taxesOf = ({ supply, stateTax }: ShopDocument) =>
  supply === 'inter'
    ? ([{ name: 'IGST', part: 'igst', share: 1 }] as const)
    : ([
        { name: 'CGST', part: 'cgst', share: 2 },
        { name: stateTax, part: 'sgst', share: 2 },
      ] as const);

/** The columns after the first. A credit note has no prices: an amount may be given back without units. */
function columnsOf(issued: ShopDocument): Column[] {
  const isInvoice = issued.kind === 'invoice';
  return [
    {
      title: 'Quantity',
      cell: (line) =>
        'unit' in line && line.quantity ? { text: String(line.quantity), below: line.unit } : { text: '' },
    },
    ...(isInvoice
      ? [
          {
            title: 'Price with GST',
            cell: (line: Line) => ({ text: amount('price' in line ? line.price : line.total) }),
          },
        ]
      : []),
    ...(isInvoice && issued.discount
      ? [
          {
            title: 'Discount',
            cell: (line: Line) => ({
              text: 'discount' in line && line.discount ? `−${amount(line.discount)}` : '',
            }),
          },
        ]
      : []),
    { title: 'Taxable value', cell: ({ taxable }) => ({ text: amount(taxable) }) },
    ...taxesOf(issued).map(({ name, part, share }) => ({
      title: name,
      cell: (line: Line) => ({ text: amount(line[part]), below: percent(line.rate / share) }),
    })),
    { title: 'Total', cell: ({ total }) => ({ text: amount(total) }) },
  ];
}

function rowOf(line: Line, columns: readonly Column[]): Row {
  const parts = 'parts' in line && line.parts.length ? [`Contains: ${line.parts.join(', ')}`] : [];
  return {
    name: 'description' in line ? line.description : 'Delivery',
    details: [...parts, `HSN ${line.hsn}`],
    cells: columns.map(({ cell }) => cell(line)),
  };
}

/** The headings of credit and debit notes. */
const noteTitles = {
  credit_note: { title: 'Credit Note', subtitle: 'CGST Act, section 34(1)', billedTo: 'Credit to' },
  debit_note: { title: 'Debit Note', subtitle: 'CGST Act, section 34(3)', billedTo: 'Debit to' },
} as const;

/** What only one kind of document has: its name, the facts about its order or invoice, discount and reason. */
function particulars(issued: ShopDocument) {
  const { order } = issued;
  const reference = { label: 'Order', value: order.reference };
  if (issued.kind !== 'invoice')
    return {
      ...noteTitles[issued.kind],
      facts: [
        { label: 'Invoice number', value: issued.invoice.number },
        { label: 'Invoice date', value: day(issued.invoice.day) },
      ],
      supply: [reference],
      sums: [],
      notes: [
        { label: 'Reason', value: issued.reason },
        ...(issued.kind === 'debit_note' || reducesTax(issued)
          ? []
          : [
              {
                label: 'GST',
                value: `Issued after ${day(lastDayToReduceTax(issued.invoice.day))}: it no longer reduces the tax of the invoice (CGST Act, section 34(2)).`,
              },
            ]),
      ],
    };
  const { couponCode, discount } = issued;
  return {
    title: 'Tax Invoice',
    subtitle: 'Original for recipient',
    billedTo: 'Billed to',
    facts: [
      reference,
      { label: 'Order date', value: day(order.day) },
      ...(issued.replaces ? [{ label: 'In place of invoice', value: issued.replaces.number }] : []),
    ],
    supply: [
      { label: 'Tax payable on reverse charge', value: 'No' },
      ...(issued.ewayBill ? [{ label: 'E-way bill', value: issued.ewayBill }] : []),
    ],
    sums: discount
      ? [
          {
            label: `${discountName(invoicedDiscountKind(issued), couponCode)}, included`,
            value: `−${formatPrice(discount)}`,
          },
        ]
      : [],
    notes: [],
  };
}

/**
 * A consumer is billed where the goods go. For a business both are said apart: rule 46(d) and (o). The invoice of an older
 * order has the address of delivery with the person's name as that of the business.
 */
function partiesOf({ kind, recipient, deliveredTo }: ShopDocument, billedTo: string): Party[] {
  const { name, address, gstin, code } = recipient;
  const stateCode = `State code ${code}`;
  if (gstin === null)
    return [
      {
        title: kind === 'invoice' ? 'Billed and delivered to' : billedTo,
        lines: [name, ...address, stateCode],
      },
    ];
  const number = [`${gstinKind(gstin) === 'uin' ? 'UIN' : 'GSTIN'} ${gstin}`, stateCode];
  return deliveredTo
    ? [
        { title: billedTo, lines: [name, ...address, ...number] },
        {
          title: 'Delivered to',
          lines: [deliveredTo.name, ...deliveredTo.address, `State code ${deliveredTo.code}`],
        },
      ]
    : [
        { title: billedTo, lines: [name, ...number] },
        { title: 'Delivered to', lines: [...address] },
      ];
}

/** What an invoice to a special economic zone has to say (CGST Rules 2017, rule 46). */
const sezSupply =
  'Supply to SEZ unit or SEZ developer for authorised operations on payment of integrated tax.';

/**
 * The texts of an invoice (CGST Rules 2017, rule 46) or a credit or debit note (rule 53(1A)). Amounts in cells have no currency:
 * the heading of the first column says rupees.
 */
export function documentView(issued: ShopDocument): DocumentView {
  const { supplier, recipient, tax } = issued;
  const columns = columnsOf(issued);
  const { title, subtitle, billedTo, facts, supply, sums, notes } = particulars(issued);
  const name = documentNames[issued.kind];
  return {
    title,
    subtitle,
    facts: [
      { label: `${name} number`, value: issued.number },
      { label: `${name} date`, value: day(issued.day) },
      ...facts,
    ],
    parties: partiesOf(issued, billedTo),
    supply: [
      { label: 'Place of supply', value: place(issued.placeOfSupply) },
      { label: 'Supplied from', value: place(supplier) },
      ...supply,
    ],
    columns: ['Product (amounts in ₹)', ...columns.map(({ title }) => title)],
    rows: [...issued.lines, ...issued.delivery].map((line) => rowOf(line, columns)),
    sums: [
      ...sums,
      { label: 'Taxable value', value: formatPrice(tax.taxable) },
      ...taxesOf(issued).map(({ name, part }) => ({ label: name, value: formatPrice(tax[part]) })),
    ],
    total: { label: 'Total', value: formatPrice(issued.total) },
    notes: [
      { label: 'Amount in words', value: issued.inWords },
      ...(recipient.sez ? [{ label: 'Special economic zone', value: sezSupply }] : []),
      ...notes,
    ],
    footnotes: [
      `This is an electronic ${name.toLowerCase()}: it needs no signature.`,
      `Questions? Write to ${supplier.email} or call ${supplier.phone}.`,
    ],
  };
}
