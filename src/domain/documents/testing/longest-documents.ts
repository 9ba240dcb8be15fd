/** Documents whose fields have the longest values that are allowed, and what else needs room. */
import type { SoldLine } from 'gst/invoice';
import type { ShopDocument, ShopSupplier } from '../document.ts';
import { invoiceOfOrder, type SuppliedOrder } from '../order-invoice.ts';
import { order, sampleCreditNote, serum, supplier } from './sample-documents.ts';

/** Words of wide letters, or one word. */
const words = (length: number): string =>
  'WWWWWWW '
    .repeat(length)
    .slice(0, length - 1)
    .concat('W');
const word = (length: number): string => 'W'.repeat(length);

export const longestAddress = {
  firstName: word(60),
  lastName: words(60),
  address: words(200),
  city: words(80),
  state: 'Dadra and Nagar Haveli and Daman and Diu',
  zipcode: '396230',
  country: 'India',
};

const longestSupplier: ShopSupplier = {
  ...supplier,
  shop: 'Harita Ayurvedic Skincare and Wellness',
  name: `${words(90)} Private Limited`,
  address: Array.from({ length: 6 }, (_, n) => `${n + 1} ${words(70)}`),
  email: 'customer.care.of.the.shop@mail.harita-skincare.example',
};

/** ₹99,99,999.00, a hundred of them; half off. */
const dear: SoldLine = {
  ...serum,
  name: word(60),
  parts: Array.from({ length: 6 }, (_, n) => `${word(50)} ${n}, 150 ml`),
  price: 99_999_900,
  quantity: 100,
  discount: 4_999_995_000,
};
const small: SoldLine = { ...serum, name: 'Soap', price: 100, hsn: '340111', rate: 500 };

const longestOrder: SuppliedOrder = {
  ...order,
  reference: 'ORD-1234567',
  address: longestAddress,
  business: { gstin: '26AAPFU0939F1ZV', name: words(120), sez: true, address: longestAddress },
  couponCode: word(30),
  delivery: 99_900,
  lines: [
    dear,
    small,
    ...Array.from({ length: 30 }, (_, n) => ({ ...serum, name: `${words(50)} ${n}` })),
    dear,
  ],
};

const longestInvoice = (change: Partial<SuppliedOrder> = {}) => ({
  ...invoiceOfOrder({ ...longestOrder, ...change }, longestSupplier, Date.UTC(2026, 10, 25)),
  kind: 'invoice' as const,
  number: 'HRTHRT/26-27/999',
});

const within = { ...longestAddress, state: 'Karnataka' };
const all = { address: within, business: null };
const invoices = {
  'to another state': longestInvoice(),
  'without a registered address': longestInvoice({
    business: { gstin: '26AAPFU0939F1ZV', name: words(120) },
  }),
  'within the state': longestInvoice(all),
  'of one line': longestInvoice({ lines: [dear] }),
  'without a discount': longestInvoice({ lines: [{ ...dear, discount: 0 }], couponCode: null }),
  'of small amounts': longestInvoice({ ...all, lines: [small], delivery: 0 }),
};

/** By what is special about them. */
export const longestDocuments: Record<string, ShopDocument> = Object.fromEntries(
  Object.entries(invoices).flatMap(([name, invoice]) => [
    [`an invoice ${name}`, invoice],
    [
      `a credit note ${name}`,
      {
        ...sampleCreditNote(
          invoice,
          invoice.lines.map(({ total, quantity }, position) => ({ position, quantity, amount: total })),
          { reason: words(200) },
        ),
        number: 'HRCHRC/26-27/999',
      },
    ],
  ]),
);
