/** The PDFs of invoices and credit notes, read back with pdf.js. */
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import type { SuppliedOrder } from '#domain/documents/order-invoice.ts';
import { longestDocuments } from '#domain/documents/testing/longest-documents.ts';
import {
  address,
  kit,
  sampleCreditNote,
  sampleInvoice,
  serum,
  soap,
} from '#domain/documents/testing/sample-documents.ts';
import { type Box, misplaced } from '#lib/testing/boxes.ts';
import { documentPdf } from './document-pdf.ts';

const pdfOf = (change: Partial<SuppliedOrder> = {}) => documentPdf(sampleInvoice(change));

/** The text of each page; runs of spaces count as one. */
async function readPages(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(pdf.slice()), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
}

test('has every field of rule 46, for a kit, a discount, two rates and a paid delivery', async () => {
  const [text = '', ...more] = await readPages(
    await pdfOf({
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
    'Harita Skincare Private Limited',
    '18 Lavelle Road',
    'Bengaluru 560001',
    'GSTIN 29AAGCB7383J1Z4',
    'Tax Invoice',
    'Invoice number HRT/26-27/000123',
    'Invoice date 25 Nov 2026',
    'Order ORD-123456',
    // (e, f) recipient and delivery address with state and code
    'Billed and delivered to Asha Nair 4 Palm Grove Bengaluru 560001 Karnataka, India State code 29',
    // (g, h, i) HSN, description, quantity and unit; (k, l, m) taxable value, rate and each tax; (j) total
    'Glow Serum HSN 330499 2 NOS 599.00 −119.80 913.72 82.24 9% 82.24 9% 1,078.20',
    'Morning Ritual Contains: Purifying Cleanser, 150 ml, Glow Serum, 30 ml HSN 330499 1 SET 1,299.00',
    'Neem Soap HSN 340111 1 NOS 100.00 −10.00 85.72 2.14 2.5% 2.14 2.5% 90.00',
    'Delivery HSN 340111 1.89',
    'Delivery HSN 330499 47.11',
    // (n) place of supply, (p) reverse charge, (q) signature
    'Place of supply Karnataka (29)',
    'Tax payable on reverse charge No',
    'it needs no signature',
    'Discount (WELCOME10), included −₹259.70',
    'CGST ₹',
    'SGST ₹',
    'Total ₹2,386.30',
    'Rupees Two Thousand Three Hundred Eighty-Six and Thirty Paise Only',
  ])
    expect(text).toContain(field);
});

test('to a business in another state: its GSTIN, and integrated tax alone', async () => {
  const [text] = await readPages(
    await pdfOf({
      address: { ...address, state: 'Maharashtra', city: 'Pune' },
      business: { gstin: '27AAPFU0939F1ZV', name: 'Asha Traders & Sons' },
    }),
  );
  // An older order has no registered address: its address is that of the delivery.
  expect(text).toContain('Billed to Asha Traders & Sons GSTIN 27AAPFU0939F1ZV State code 27');
  expect(text).toContain('Place of supply Maharashtra (27)');
  expect(text).toContain('Delivered to Asha Nair 4 Palm Grove');
  expect(text).toContain('Glow Serum HSN 330499 1 NOS 599.00 507.63 91.37 18% 599.00');
  expect(text).not.toMatch(/[CS]GST|UTGST/);
});

const registered = { address: '7 Hill Road', city: 'Mumbai', zipcode: '400050', state: 'Maharashtra' };

test('to a business that is registered elsewhere: both addresses, each with its state and code', async () => {
  const invoice = sampleInvoice({
    business: { gstin: '27AAPFU0939F1ZV', name: 'Asha Traders', address: registered },
  });
  const note = sampleCreditNote(invoice, [{ position: 0, quantity: 1, amount: 59_900 }]);
  for (const [document, title] of [
    [invoice, 'Billed to'],
    [note, 'Credit to'],
  ] as const) {
    const [text] = await readPages(await documentPdf(document));
    expect(text).toContain(
      `${title} Asha Traders 7 Hill Road Mumbai 400050 Maharashtra, India GSTIN 27AAPFU0939F1ZV State code 27`,
    );
    expect(text).toContain(
      'Delivered to Asha Nair 4 Palm Grove Bengaluru 560001 Karnataka, India State code 29',
    );
    expect(text).toContain('Place of supply Maharashtra (27)');
    expect(text).not.toContain('Billed and delivered');
  }
});

test('to the holder of a UIN: the place of delivery decides the tax', async () => {
  const [text] = await readPages(
    await pdfOf({
      business: {
        gstin: '2117UNO00002UNF',
        name: 'UN Office',
        address: { ...registered, city: 'Cuttack', zipcode: '753001', state: 'Odisha' },
      },
    }),
  );
  expect(text).toContain('Odisha, India UIN 2117UNO00002UNF State code 21');
  expect(text).toContain('Place of supply Karnataka (29)');
  expect(text).toMatch(/CGST .*SGST/);
});

test('a credit note has every field of rule 53(1A), for units, an amount and a part of the delivery', async () => {
  const invoice = sampleInvoice({
    delivery: 4900,
    lines: [
      { ...serum, quantity: 2, discount: 11_980 },
      { ...soap, quantity: 3 },
    ],
  });
  const [text = '', ...more] = await readPages(
    await documentPdf(
      sampleCreditNote(invoice, [
        { position: 0, quantity: 1, amount: 53_910 },
        { position: 1, quantity: 0, amount: 2500 },
        { position: null, quantity: 0, amount: 1000 },
      ]),
    ),
  );
  expect(more).toEqual([]);
  for (const field of [
    // (a) supplier, (b) nature of the document, (c) number, (d) date
    'Harita Skincare Private Limited',
    '18 Lavelle Road',
    'Bengaluru 560001',
    'GSTIN 29AAGCB7383J1Z4',
    'Credit Note',
    'Credit note number HRC/26-27/000007',
    'Credit note date 26 Nov 2026',
    // (e, f) recipient with state and code
    'Credit to Asha Nair 4 Palm Grove Bengaluru 560001 Karnataka, India State code 29',
    // (g) number and date of the invoice
    'Invoice number HRT/26-27/000123',
    'Invoice date 25 Nov 2026',
    'Order ORD-123456',
    // (h) taxable value, rate, and each tax; no quantity where an amount alone is given back
    'Glow Serum HSN 330499 1 NOS 456.86 41.12 9% 41.12 9% 539.10',
    'Neem Soap HSN 340111 23.80 0.60 2.5% 0.60 2.5% 25.00',
    'Delivery HSN 340111 ',
    'Delivery HSN 330499 ',
    'Taxable value ₹',
    'CGST ₹',
    'SGST ₹',
    'Total ₹574.10',
    'Rupees Five Hundred Seventy-Four and Ten Paise Only',
    'Reason A bottle arrived broken',
    // (i) signature
    'electronic credit note: it needs no signature',
    'Place of supply Karnataka (29)',
  ])
    expect(text).toContain(field);
  expect(text).not.toMatch(/Tax Invoice|Price with GST|reverse charge|Discount/);
});

test('a credit note to a business in another state: its GSTIN, and integrated tax alone', async () => {
  const invoice = sampleInvoice({
    address: { ...address, state: 'Maharashtra' },
    business: { gstin: '27AAPFU0939F1ZV', name: 'Asha Traders' },
  });
  const [text] = await readPages(
    await documentPdf(sampleCreditNote(invoice, [{ position: 0, quantity: 1, amount: 59_900 }])),
  );
  expect(text).toContain('Credit to Asha Traders GSTIN 27AAPFU0939F1ZV State code 27');
  expect(text).toContain('Delivered to Asha Nair 4 Palm Grove');
  expect(text).toContain('IGST Total Glow Serum HSN 330499 1 NOS 507.63 91.37 18% 599.00');
  expect(text).not.toMatch(/SGST|UTGST/);
});

test('the same document has the same bytes, without dates or ids', async () => {
  const note = () =>
    documentPdf(sampleCreditNote(sampleInvoice(), [{ position: 0, quantity: 1, amount: 59_900 }]));
  for (const make of [pdfOf, note]) {
    const file = Buffer.from(await make());
    expect(file.equals(Buffer.from(await make()))).toBe(true);
    expect(file.toString('latin1')).not.toMatch(/\/(CreationDate|ModDate|ID)\b/);
  }
});

const original = /has the original/;

test.each([
  ['a zero width space', 'As\u200bha', 'Asha'],
  ['a joiner', 'As\u200dha', 'Asha'],
  ['a direction mark', '\u200eAsha', 'Asha'],
  ['a soft hyphen', 'As\u00adha', 'Asha'],
  ['a variation selector', 'Asha\ufe0f', 'Asha'],
  ['a Hangul filler', '\u3164Asha', 'Asha'],
  ['an emoji', 'Asha \u{1f469}\u{1f3fd}\u200d\u{1f373}', 'Asha'],
  ['a number sign', 'Asha № 4', 'Asha No 4'],
  ['an arrow', 'A→B', 'A>B'],
  ['a hyphen that does not break', 'A\u2011B', 'A-B'],
  ['a prime', '5′', "5'"],
  ['a hair space', 'A\u200aB', 'A B'],
])('%s takes nothing else of a name away', async (_what, firstName, printed) => {
  const [text] = await readPages(
    await pdfOf({ address: { ...address, firstName, address: `${firstName} x` } }),
  );
  expect(text).toContain(`delivered to ${printed} Nair ${printed} x Bengaluru 560001`);
  expect(text).not.toMatch(original);
});

test.each([
  ['a long vowel', 'Sītā', 'Śarmā', 'Sita Sarma'],
  ['Devanagari', 'आशा', 'शर्मा', 'Asha Sharma'],
  ['Tamil', 'லட்சுமி', 'நாயர்', 'Latchumi Nayar'],
  ['Bengali', 'অমিতাভ', 'রায়', 'Amitabh Ray'],
  ['Urdu', 'شاه', 'خان', 'Shah Khan'],
  ['Chinese', '小龙', '李', 'XiaoLong Li'],
])(
  'a name in %s is printed in Latin letters, and it says where the original is',
  async (_script, firstName, lastName, printed) => {
    const [text] = await readPages(await pdfOf({ address: { ...address, firstName, lastName } }));
    expect(text).toContain(`Billed and delivered to ${printed} 4 Palm Grove`);
    expect(text).toMatch(original);
  },
);

test('a reason in another script is printed in Latin letters, and it says where the original is', async () => {
  const note = sampleCreditNote(sampleInvoice(), [{ position: 0, quantity: 1, amount: 59_900 }], {
    reason: 'बोतल टूटी हुई थी',
  });
  const [text] = await readPages(await documentPdf(note));
  expect(text).toContain('Reason Botal Tuti Hui Thi');
  expect(text).toMatch(original);
});

test('an order of a hundred lines has all of them, on pages of their own, in 60 KB', async () => {
  const lines = Array.from({ length: 100 }, (_, n) => ({ ...serum, name: `Serum number ${n + 1}` }));
  const file = await pdfOf({ lines });
  expect(file.length).toBeLessThan(60 * 1024);
  const pages = await readPages(file);
  expect(pages.length).toBeGreaterThan(2);
  for (const [n, page] of pages.entries())
    expect(page).toContain(`HRT/26-27/000123 · ${n + 1} of ${pages.length}`);
  expect(pages.join(' ').match(/Serum number \d+ /g)).toEqual(lines.map(({ name }) => `${name} `));
});

/** The boxes of the texts of each page, from the upper left corner, and the page's size. */
async function boxesOf(file: Uint8Array) {
  const pdf = await getDocumentProxy(file);
  const pages = Array.from({ length: pdf.numPages }, async (_, n) => {
    const page = await pdf.getPage(n + 1);
    const [, , width = 0, height = 0] = page.view;
    const { items } = await page.getTextContent();
    const boxes = items.flatMap((item): Box[] => {
      if (!('str' in item) || !item.str.trim()) return [];
      const [, , , size = 0, left = 0, baseline = 0] = item.transform as number[];
      const [top, bottom] = [height - baseline - 0.72 * size, height - baseline + 0.2 * size];
      return [{ text: item.str, left, top, right: left + item.width, bottom }];
    });
    return { width, height, boxes };
  });
  return Promise.all(pages);
}

test.each(Object.entries(longestDocuments))(
  'no text of %s is over another one or outside of the margins, and the longest words are complete',
  async (_name, document) => {
    const pages = await boxesOf(await documentPdf(document));
    for (const { width, height, boxes } of pages) {
      const within = { width: width - 40, height: height - 30 };
      expect(misplaced(boxes, within)).toEqual([]);
      expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThanOrEqual(40);
    }
    const all = pages
      .flatMap(({ boxes }) => boxes.map(({ text }) => text))
      .join('')
      .replaceAll(/\s/g, '');
    for (const text of [
      document.supplier.name,
      ...document.supplier.address,
      document.recipient.name,
      ...document.recipient.address,
      ...document.lines.flatMap(({ description, parts }) => [description, ...parts]),
      document.inWords,
    ])
      expect(all).toContain(text.replaceAll(/\s/g, ''));
  },
);
