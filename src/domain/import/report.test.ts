import { readCatalogue } from 'shop-import/read-catalogue';
import { expect, test } from 'vitest';
import { importLimits, planImport } from './plan.ts';
import { type Outcome, reportImport, reportText } from './report.ts';
import { reportHtml } from './report-page.ts';

const file = `Handle,Title,Body (HTML),Vendor,Type,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price,Image Src,Shelf
balm,Balm <1>,<p>Thick.</p><img src="https://a.example/x.png">,Vann,Balm,Size,15 g,4,199,https://a.example/1.jpg,7
balm,,,,,,50 g,6,499,,
soap,Soap,,,,Title,Default Title,,0,,
`;
const plan = planImport(readCatalogue(new TextEncoder().encode(file), importLimits), {
  categories: [],
  concepts: new Map(),
  others: new Map(),
  rates: new Set(),
  names: { steps: [], actives: [], codes: [], stepped: [], products: [] },
  now: 0,
  record: new Map([['gone', { key: 'gone', id: 'gone', pictures: {}, kept: {}, said: {} }]]),
});
const outcome: Outcome = {
  result: 'added',
  pictures: 0,
  findings: [],
  gaps: [{ address: 'https://a.example/1.jpg', reason: 'The server answers 404.' }],
};
const report = reportImport(plan, new Map([['balm', outcome]]), false);

test('the text has counts, refusals with their place, and the rest by number', () =>
  expect(reportText(report)).toBe(`Shopify CSV, utf-8, 3 rows: 2 products with 2 prices and 1 picture.
Published: 1. Drafts: 0. Retired: 0. Not imported: 1.
New categories: Balm.
Added: 1. Updated: 0. Unchanged: 0.
Pictures in the shop: 0. Pictures still missing: 1.
No longer in the export, and unchanged here (1): gone.

To look at:
  Soap. Not imported, row 4, column Variant Price: “0” is not a price above 0.

Guessed:
  1 × The category “…” is new in the shop.

Missing:
  1 × There is no list of ingredients.
  1 × The server answers 404.

Not shown, and kept in content/imported.jsonl, by column:
  1 × Shelf
  1 × Pictures and films in the text`));

test('a product says what comes over and what is only kept in the report', () =>
  expect(report.products[0]).toMatchObject({
    status: 'published',
    over: [
      'price ₹199.00 to ₹499.00',
      'category balm',
      'brand Vann',
      '2 sizes and shades',
      '1 picture',
      'description of 6 characters',
      '10 pieces in stock',
    ],
    findings: [
      { severity: 'guessed', message: 'The category “balm” is new in the shop.' },
      { severity: 'missing', message: 'There is no list of ingredients.' },
      { severity: 'missing', about: 'https://a.example/1.jpg', message: 'The server answers 404.' },
      { severity: 'kept', column: 'Shelf', message: '7' },
      { severity: 'kept', column: 'Pictures and films in the text', message: 'https://a.example/x.png' },
    ],
  }));

test('the page shows texts of the file as text', () => {
  const page = reportHtml(report, 'my <shop>.csv');
  expect(page).toContain('<title>Import of my &lt;shop&gt;.csv</title>');
  expect(page).toContain('Balm &lt;1&gt;');
  expect(page).not.toMatch(/<1>|<shop>/);
});
