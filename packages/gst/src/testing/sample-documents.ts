/** A sale, who sells, and documents of it. */
import { spreadAmount } from '../amount.ts';
import { type Credit, creditNoteOf } from '../credit-note.ts';
import {
  type Invoice,
  invoiceOf,
  type NumberedInvoice,
  type Sale,
  type SoldLine,
  type Supplier,
} from '../invoice.ts';

export const supplier: Supplier = {
  name: 'Example Traders Private Limited',
  address: ['18 Lavelle Road', 'Bengaluru 560001'],
  gstin: '29AAGCB7383J1Z4',
  state: 'Karnataka',
};

export const deliverTo = {
  name: 'Asha Nair',
  address: ['4 Palm Grove', 'Bengaluru 560001'],
  state: 'Karnataka',
};

export const serum: SoldLine = {
  name: 'Serum',
  parts: [],
  hsn: '330499',
  unit: 'NOS',
  price: 59_900,
  quantity: 1,
  discount: 0,
  rate: 1800,
};
export const soap: SoldLine = { ...serum, name: 'Soap', hsn: '340111', price: 10_000, rate: 500 };
export const kit: SoldLine = {
  ...serum,
  name: 'Kit',
  parts: ['Cleanser, 150 ml', 'Serum, 30 ml'],
  unit: 'SET',
  price: 129_900,
};

/** A serum, within the state. */
export const sale: Sale = {
  order: { reference: 'A-1001', day: '2026-11-23' },
  deliverTo,
  business: null,
  delivery: 0,
  lines: [serum],
};

/** The invoice of the sample sale, changed. */
export const sampleInvoice = (change: Partial<Sale> = {}): NumberedInvoice => ({
  ...invoiceOf({ ...sale, ...change }, supplier, '2026-11-25'),
  number: 'INV/26-27/000123',
});

/** The credit note for one line of an invoice, of which nothing was given back before. */
export function sampleCreditNote(invoice: NumberedInvoice, now: readonly Credit[]) {
  const about = { reason: 'A bottle arrived broken', day: '2026-11-26' };
  const note = creditNoteOf(invoice, [...invoice.lines.keys()], [], now, about);
  if (!note) throw new Error('nothing is given back');
  return note;
}

/** What is left of a sale: its lines and its delivery. @param positions of the lines */
export const creditable = (
  { lines, delivery }: Pick<Invoice, 'lines' | 'delivery'>,
  positions: readonly number[] = [...lines.keys()],
): Credit[] => [
  ...lines.map(({ quantity, total }, n) => ({ position: positions[n] ?? n, quantity, amount: total })),
  { position: null, quantity: 0, amount: delivery.reduce((sum, { total }) => sum + total, 0) },
];

/** Some units of a line, at their share of its amount. */
export const unitsOf = ({ position, quantity: all, amount }: Credit, quantity: number): Credit => ({
  position,
  quantity,
  amount: quantity === all ? amount : (spreadAmount(amount, [quantity, all - quantity])[0] ?? 0),
});

/** An amount, spread over what is left. */
export function partOf(left: readonly Credit[], amount: number): Credit[] {
  const shares = spreadAmount(
    amount,
    left.map((one) => one.amount),
  );
  return left.map(({ position }, n) => ({ position, quantity: 0, amount: shares[n] ?? 0 }));
}

/** What is wanted back: everything, an amount, or units of lines with or without the delivery. */
export type Wanted =
  | { everything: true }
  | { amount: number }
  | { lines: readonly { position: number; quantity: number }[]; delivery?: boolean };

/** What is given back of an invoice of which nothing was before. */
export function creditsOf(invoice: Invoice, wanted: Wanted): Credit[] {
  const left = creditable(invoice);
  if ('everything' in wanted) return left;
  if ('amount' in wanted) return partOf(left, wanted.amount);
  const { lines, delivery } = wanted;
  return left.flatMap((one) => {
    if (one.position === null) return delivery ? [one] : [];
    const line = lines.find(({ position }) => position === one.position);
    return line ? [unitsOf(one, line.quantity)] : [];
  });
}
