import { csvFile } from 'shop-import/csv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { productContent } from '#domain/catalogue/product-content.ts';
import { withChanges } from '#domain/catalogue/product-file.ts';
import { changeByPercent, type Listed } from '#domain/catalogue/product-list.ts';
import { sellablesOf } from '#domain/catalogue/sellable.ts';
import { productCells, productTitles } from '#domain/exports/lists.ts';
import { readProducts } from '#tools/lib/check-content.ts';
import { contentFiles } from '#tools/lib/content.ts';
import { listedItems, planProducts } from './product-files.ts';

const file = (fields: string) =>
  `---\nname: 'Tint: sheer'\ncategory: sunscreen\nplaceholder: true\n${fields}---\n\nText: **bold**.\n`;
const read = (text: string) => productContent.parse(parse(text.split('---\n')[1] ?? ''));

/** @param fields of the front matter @param wanted rupees by id: price, MRP @param also status and category of all */
function change(
  fields: string,
  wanted: Record<string, [price: number, mrp: number | null]>,
  also: Partial<Listed> = {},
) {
  const text = file(fields);
  const { status, category } = read(text);
  const values = new Map(
    Object.entries(wanted).map(([id, [price, mrp]]) => [
      id,
      { price: price * 100, originalPrice: mrp === null ? null : mrp * 100, status, category, ...also },
    ]),
  );
  const changed = withChanges(text, 'tint', read(text), values);
  const sold = sellablesOf('tint', read(changed)).map(([id, { price, originalPrice }]) => [
    id,
    price / 100,
    (originalPrice ?? Number.NaN) / 100 || null,
  ]);
  return { changed, sold };
}

const sizes = `variants:
  - label: 30 ml
  - id: 50-ml
    label: 50 ml
    price: 800
    originalPrice: 900
  - id: refill
    label: Refill
`;

test('a price and an MRP change their own lines', () => {
  expect(change('price: 600\n', { tint: [539.1, 599] }).changed).toBe(
    file('price: 539.1\noriginalPrice: 599\n'),
  );
  expect(change('price: 600\noriginalPrice: 700\n', { tint: [650, 700] }).changed).toBe(
    file('price: 650\noriginalPrice: 700\n'),
  );
});

test('a file may have line ends of Windows, and no text', () => {
  const product = read(file('price: 600\n'));
  const { status, category } = product;
  const wanted = new Map([['tint', { price: 65_000, originalPrice: null, status, category }]]);
  const windows = (fields: string) => file(fields).replaceAll('\n', '\r\n');
  expect(withChanges(windows('price: 600\n'), 'tint', product, wanted)).toBe(windows('price: 650\n'));
  expect(withChanges('---\nname: Tint\nprice: 600\n---', 'tint', product, wanted)).toBe(
    '---\nname: Tint\nprice: 650\n---',
  );
});

test('a size without a price of its own follows the product, or gets one', () => {
  const fields = `price: 600\noriginalPrice: 700\n${sizes}`;
  const all = change(fields, { tint: [660, 770], 'tint--50-ml': [880, 990], 'tint--refill': [660, 770] });
  expect(all.changed).toBe(
    file(fields).replace('600', '660').replace('700', '770').replace('800', '880').replace('900', '990'),
  );
  const one = change(fields, { tint: [660, 770] });
  expect(one.sold).toEqual([
    ['tint', 660, 770],
    ['tint--50-ml', 800, 900],
    ['tint--refill', 600, 700],
  ]);
  expect(one.changed).toContain('label: Refill\n    price: 600\n    originalPrice: 700\n');
  expect(change(fields, { 'tint--refill': [600, null] }).sold[2]).toEqual(['tint--refill', 600, null]);
});

test('a status and a category change their own lines; a new status stands where the editor writes it', () => {
  const prices: Parameters<typeof change>[1] = { tint: [600, null] };
  expect(change('price: 600\n', prices, { category: 'face oil' }).changed).toBe(
    file('price: 600\n').replace('category: sunscreen', 'category: face oil'),
  );
  const draft = file('price: 600\nstatus: draft\n');
  expect(change('price: 600\n', prices, { status: 'draft' }).changed).toBe(draft);
  expect(change('price: 600\nstatus: draft\n', prices, { status: 'published' }).changed).toBe(
    draft.replace('draft', 'published'),
  );
  // Any of its sizes names the status of the whole product.
  const { changed } = change(`price: 600\n${sizes}`, { 'tint--refill': [600, null] }, { status: 'hidden' });
  expect(changed).toBe(file(`price: 600\nstatus: hidden\n${sizes}`));
});

test('every price of the catalogue, 10 % higher: only these lines change, and the content has no mistakes', () => {
  const files = contentFiles();
  const items = listedItems(readProducts(files));
  const raised = items.map((item) => ({
    ...item,
    price: changeByPercent(item.price, 10, '100'),
    originalPrice: item.originalPrice === null ? null : changeByPercent(item.originalPrice, 10, '100'),
  }));
  const list = csvFile([productTitles, ...raised.map(productCells)]);
  const { changes, problems, texts } = planProducts(files, list);
  expect([changes.length, problems]).toEqual([items.length, []]);
  const after = listedItems(readProducts({ ...files, read: (name) => texts.get(name) ?? files.read(name) }));
  expect(after).toEqual(raised);
  for (const [name, text] of texts) {
    const before = new Set(files.read(name)?.split('\n'));
    const lines = text.split('\n').filter((line) => !before.has(line));
    expect(
      lines.filter((line) => !/^ *(price|originalPrice): [\d.]+$/.test(line)),
      name,
    ).toEqual([]);
  }
});

test('a list with a mistake changes no file', () => {
  const [first] = listedItems(readProducts(contentFiles()));
  const { texts, problems } = planProducts(contentFiles(), `ID,Price\n${first?.id},1\nno-such,2`);
  expect([texts.size, problems]).toMatchObject([0, [{ row: 3, column: 'ID' }]]);
});
