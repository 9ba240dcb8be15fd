import { expect, test } from 'vitest';
import { readCatalogue } from './read-catalogue.ts';
import { reportHtml, reportImport, reportText } from './report.ts';

const file = `Handle,Title,Body (HTML),Vendor,Type,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price,Image Src,Shelf
balm,Balm <1>,<p>Thick.</p><img src="https://a.example/x.png">,Vann,Balm,Size,15 g,4,199,https://a.example/1.jpg,7
balm,,,,,,50 g,6,499,,
soap,Soap,,,,Title,Default Title,,0,,
`;
const report = reportImport(readCatalogue(new TextEncoder().encode(file)));

test('the text has counts, refusals with their place, and gaps by number', () =>
  expect(reportText(report)).toBe(`Shopify CSV, utf-8, 3 rows: 2 products with 2 prices and 1 picture.
Published: 1. Drafts: 0. Retired: 0. Not imported: 1.

To look at:
  Soap. Not imported, row 4, column Variant Price: “0” is not a price above 0.

Gaps:
  2 products: There is no list of ingredients.
  1 product: There is no picture: the shop shows a designed placeholder.
  1 product: There is no product type: please choose a category.
  1 product: There is no description.`));

test('a product says what comes over and what is only kept in the report', () =>
  expect(report.products[0]).toMatchObject({
    status: 'published',
    over: [
      'price ₹199.00 to ₹499.00',
      'brand Vann',
      '2 sizes and shades',
      '1 picture',
      'description of 6 characters',
      '10 pieces in stock',
    ],
    findings: [
      { severity: 'missing', message: 'There is no list of ingredients.' },
      { severity: 'kept', column: 'Shelf', message: '7' },
      {
        severity: 'kept',
        message: 'The description shows https://a.example/x.png, which the shop does not load.',
      },
    ],
  }));

test('the page shows texts of the file as text', () => {
  const page = reportHtml(report, 'my <shop>.csv');
  expect(page).toContain('<title>Import of my &lt;shop&gt;.csv</title>');
  expect(page).toContain('Balm &lt;1&gt;');
  expect(page).not.toMatch(/<1>|<shop>/);
});
