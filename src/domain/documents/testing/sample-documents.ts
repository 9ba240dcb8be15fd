/** An order to invoice, who sells it, and documents of it. */
import { creditNoteOf } from 'gst/credit-note';
import type { SoldLine } from 'gst/invoice';
import * as goods from 'gst/testing/sample-documents';
import type { Reduction } from '#domain/orders/reductions.ts';
import { dayOf, oneDay } from '#lib/dates.ts';
import type { ShopDocument, ShopInvoice, ShopSupplier } from '../document.ts';
import { invoiceOfOrder, type SuppliedOrder } from '../order-invoice.ts';

export const supplier: ShopSupplier = {
  shop: 'Harita',
  url: 'https://harita.example',
  name: 'Harita Skincare Private Limited',
  address: ['18 Lavelle Road', 'Bengaluru 560001'],
  gstin: '29AAGCB7383J1Z4',
  state: 'Karnataka',
  email: 'care@harita.example',
  phone: '+91 80 0000 0000',
};

export const address = {
  firstName: 'Asha',
  lastName: 'Nair',
  address: '4 Palm Grove',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560001',
  country: 'India',
};

export const serum: SoldLine = { ...goods.serum, name: 'Glow Serum' };
export const soap: SoldLine = { ...goods.soap, name: 'Neem Soap' };
export const kit: SoldLine = {
  ...goods.kit,
  name: 'Morning Ritual',
  parts: ['Purifying Cleanser, 150 ml', 'Glow Serum, 30 ml'],
};

/** A serum, within the state. */
export const order: SuppliedOrder = {
  reference: 'ORD-123456',
  placedAt: Date.UTC(2026, 10, 23),
  address,
  business: null,
  couponCode: null,
  paymentMethod: 'cod',
  delivery: 0,
  lines: [serum],
};

const at = Date.UTC(2026, 10, 25);

/** The invoice of the sample order, changed. */
export const sampleInvoice = (change: Partial<SuppliedOrder> = {}) => ({
  ...invoiceOfOrder({ ...order, ...change }, supplier, at),
  kind: 'invoice' as const,
  number: 'HRT/26-27/000123',
});

/**
 * The credit note for a part of an invoice whose lines have the positions 0, 1 …
 * @param now what is given back @param before what was given back earlier
 */
export function sampleCreditNote(
  invoice: ShopInvoice & { number: string },
  now: readonly Reduction[],
  { before = [], reason = 'A bottle arrived broken' }: { before?: Reduction[]; reason?: string } = {},
) {
  const note = creditNoteOf(invoice, [...invoice.lines.keys()], before, now, {
    reason,
    day: dayOf(at + oneDay),
  });
  if (!note) throw new Error('nothing is given back');
  return { ...note, kind: 'credit_note' as const, number: 'HRC/26-27/000007' };
}

const several: Partial<SuppliedOrder> = {
  couponCode: 'WELCOME10',
  lines: [
    { ...serum, quantity: 2, discount: 11_980 },
    { ...soap, quantity: 3, discount: 3000 },
  ],
};

/** One of each: their pictures are in docs/. */
export const sampleDocuments: Record<string, ShopDocument> = {
  'intra-state': sampleInvoice(),
  'inter-state': sampleInvoice({
    address: { ...address, city: 'Kochi', zipcode: '682001', state: 'Kerala' },
  }),
  business: sampleInvoice({
    business: {
      gstin: '27AAPFU0939F1ZV',
      name: 'Nair Spa & Salon',
      address: { address: '7 Hill Road', city: 'Mumbai', zipcode: '400050', state: 'Maharashtra' },
    },
    address: { ...address, city: 'Pune', zipcode: '411001', state: 'Maharashtra' },
    lines: [{ ...serum, quantity: 12 }],
  }),
  kit: sampleInvoice({ lines: [kit] }),
  discount: sampleInvoice(several),
  'paid-delivery': sampleInvoice({ lines: [serum, soap], delivery: 4900 }),
  'credit-note': sampleCreditNote(sampleInvoice(several), [
    { position: 0, quantity: 1, amount: 53_910 },
    { position: 1, quantity: 0, amount: 2500 },
  ]),
};
