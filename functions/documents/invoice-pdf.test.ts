/** The PDF of an invoice, read back with pdf.js. */
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { invoiceOf, type SuppliedOrder } from '#features/documents/invoice.ts';
import { address, kit, order, serum, soap, supplier } from '#features/documents/testing/sample-invoice.ts';
import { invoicePdf } from './invoice-pdf.ts';

const pdfOf = (change: Partial<SuppliedOrder> = {}) =>
  invoicePdf({
    ...invoiceOf({ ...order, ...change }, supplier, Date.UTC(2026, 10, 25)),
    number: 'HRT/26-27/000123',
  });

/** The text of each page; runs of spaces count as one. */
async function readPages(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(pdf.slice()), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
}

test('has every field of rule 46, for a kit, a discount, two rates and a paid delivery', async () => {
  const [text = '', ...more] = await readPages(
    pdfOf({
      couponCode: 'WELCOME10',
      delivery: 4900,
      lines: [
        { ...serum, quantity: 2, discount: 11_980 },
        { ...kit, discount: 12_990 },
        { ...soap, discount: 1000 },
      ],
    }),
  );
  expect(more).toEqual([]);
  for (const field of [
    // (a) supplier, (b) number, (c) date
    ...['Harita Skincare Private Limited', '18 Lavelle Road', 'Bengaluru 560001', 'GSTIN 29AAGCB7383J1Z4'],
    ...['Tax Invoice', 'Invoice number HRT/26-27/000123', 'Invoice date Nov 25, 2026', 'Order ORD-123456'],
    // (e, f) recipient and delivery address with state and code
    ...['Billed and delivered to Asha Nair 4 Palm Grove Bengaluru 560001 Karnataka, India State code 29'],
    // (g, h, i) HSN, description, quantity and unit; (k, l, m) taxable value, rate and each tax; (j) total
    'Glow Serum HSN 330499 2 NOS 599.00 −119.80 913.72 82.24 9% 82.24 9% 1,078.20',
    'Morning Ritual Contains: Purifying Cleanser, 150 ml, Glow Serum, 30 ml HSN 330499 1 SET 1,299.00',
    'Neem Soap HSN 340111 1 NOS 100.00 −10.00 85.72 2.14 2.5% 2.14 2.5% 90.00',
    'Delivery HSN 340111 1.89',
    'Delivery HSN 330499 47.11',
    // (n) place of supply, (p) reverse charge, (q) signature
    ...['Place of supply Karnataka (29)', 'Tax payable on reverse charge No', 'it needs no signature'],
    'Discount (WELCOME10), included −₹259.70',
    ...['CGST ₹', 'SGST ₹', 'Total ₹2,386.30'],
    'Rupees Two Thousand Three Hundred Eighty-Six and Thirty Paise Only',
  ])
    expect(text).toContain(field);
});

test('to a business in another state: its GSTIN, and integrated tax alone', async () => {
  const [text] = await readPages(
    pdfOf({
      address: { ...address, state: 'Maharashtra', city: 'Pune' },
      business: { gstin: '27AAPFU0939F1ZV', name: 'Asha Traders & Sons' },
    }),
  );
  expect(text).toContain('Asha Traders & Sons Asha Nair 4 Palm Grove');
  expect(text).toContain('GSTIN 27AAPFU0939F1ZV State code 27 Place of supply Maharashtra (27)');
  expect(text).toContain('Glow Serum HSN 330499 1 NOS 599.00 507.63 91.37 18% 599.00');
  expect(text).not.toMatch(/[CS]GST|UTGST/);
});

test('the same invoice has the same bytes, without dates or ids', () => {
  const file = Buffer.from(pdfOf());
  expect(file.equals(Buffer.from(pdfOf()))).toBe(true);
  expect(file.toString('latin1')).not.toMatch(/\/(CreationDate|ModDate|ID)\b/);
});

test('names in other scripts are left out, and it says where they are', async () => {
  const [text] = await readPages(pdfOf({ address: { ...address, firstName: 'आशा', lastName: 'நாயர்' } }));
  expect(text).toContain('Billed and delivered to (in another script) 4 Palm Grove');
  expect(text).toMatch(/invoice with all of them is on https:\/\/harita.example\/orders/);
});

test('an order of a hundred lines has all of them, on pages of their own, in 60 KB', async () => {
  const lines = Array.from({ length: 100 }, (_, n) => ({ ...serum, name: `Serum number ${n + 1}` }));
  const file = pdfOf({ lines });
  expect(file.length).toBeLessThan(60 * 1024);
  const pages = await readPages(file);
  expect(pages.length).toBeGreaterThan(2);
  for (const [n, page] of pages.entries())
    expect(page).toContain(`HRT/26-27/000123 · ${n + 1} of ${pages.length}`);
  expect(pages.join(' ').match(/Serum number \d+ /g)).toEqual(lines.map(({ name }) => `${name} `));
});
