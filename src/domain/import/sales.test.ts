/** Sales of an import in the file of sales, over any file and any sales. */
import { expect, test } from 'vitest';
import { randomFrom } from '../../../tests/support/random.ts';
import { readSalesFile } from '../pricing/sales-file.ts';
import { type PlannedSale, withImportedSales } from './sales.ts';

const { between, chance, shuffled } = randomFrom(54);
const some = <T>(all: readonly T[]): T[] => shuffled(all).slice(0, between(1, all.length));

const dates = [
  ['2027-01-10', '2027-01-12'],
  ['2027-01-10 18:00', '2027-01-12'],
  ['2027-03-01', '2099-12-31'],
] as const;
const prices = [99, 149.5];
const [mine, theirs] = [
  ['rose-mist', 'aloe-gel'],
  ['balm', 'soap--50-g', 'soap'],
];

const anyDates = () => dates[between(0, dates.length - 1)] ?? dates[0];

/** A sale of the editor, as it is written. */
function written(): string {
  const [from, until] = anyDates();
  const value = chance(0.6) ? `price: ${prices[between(0, 1)]}` : `percent: ${between(1, 90)}`;
  const scope = [
    `    products: [ ${some(mine).join(', ')} ] # mine\n`,
    `    products:\n${some(mine)
      .map((id) => `      - ${id}\n`)
      .join('')}`,
    '    categories:\n      - serum\n',
  ][between(0, 2)];
  return `  # ${between(1, 99)}\n  - name: "Editor's" # quoted\n    from: ${from}\n    until: ${until}\n    ${value}\n${scope}`;
}

/** `sales.yaml` as editors may leave it. */
function anyFile(): string {
  const entries = Array.from({ length: between(0, 4) }, written).join('');
  return `# Sales of the shop\n${entries ? `sales:\n${entries}` : 'sales: []\n'}`;
}

const anySales = (ids = theirs): PlannedSale[] =>
  some(ids).map((id) => {
    const [from, until] = anyDates();
    return { name: 'Sale', from, until, price: prices[between(0, 1)] ?? 99, products: [id] };
  });

/** What each product costs in which sale. */
const meaning = (text: string): string[] =>
  readSalesFile(text)
    .flatMap(({ name: _, products, categories, brands, ...sale }) =>
      [...products, ...categories, ...brands].map((id) => JSON.stringify([id, sale])),
    )
    .sort();

const files = Array.from({ length: 300 }, anyFile);

test('the file has all sales that it had and those of the import, and a second import changes nothing', () => {
  for (const file of files) {
    const sales = anySales();
    const text = withImportedSales(file, sales, []);
    expect(meaning(text)).toEqual(
      [...meaning(file), ...meaning(withImportedSales('sales: []', sales, []))].sort(),
    );
    expect(withImportedSales(text, sales, [])).toBe(text);
    expect(withImportedSales(text, sales, sales)).toBe(text);
  }
});

test('other sales and comments stay as they are written', () => {
  for (const file of files) {
    const sales = anySales().map((sale) => ({ ...sale, price: 50 }));
    const text = withImportedSales(file, sales, []);
    if (readSalesFile(file).length) expect(text.startsWith(file)).toBe(true);
    const without = withImportedSales(text, [], sales);
    expect(without).toBe(readSalesFile(file).length ? file : '# Sales of the shop\nsales: []\n');
  }
});

test('sales that an earlier import has written end when they are not in the export any more', () => {
  for (const file of files) {
    const [before, now] = [anySales(), anySales()];
    const text = withImportedSales(withImportedSales(file, before, []), now, before);
    expect(meaning(text)).toEqual(meaning(withImportedSales(file, now, [])));
  }
});
