/** Prices in sales, as search, filters and sorting know them. */
import { expect, test } from 'vitest';
import { toCardProduct } from '#domain/catalogue/product.ts';
import { productContent } from '#domain/catalogue/product-content.ts';
import { makeSaleFile, priced, salePricesAt } from './sale-prices.ts';

const scope = { everything: false, products: [], categories: [], brands: [] };
const sales = [
  { ...scope, name: 'Past', from: 0, until: 10, percent: 90, everything: true },
  { ...scope, name: 'Serums', from: 20, until: 40, percent: 20, categories: ['serum'] },
  { ...scope, name: 'Large', from: 30, until: 50, price: 20_000, products: ['oil--100-ml'] },
];
const variants = [{ label: '30 ml' }, { id: '100-ml', label: '100 ml', price: 899 }];
const catalogue = Object.entries({
  serum: { price: 500, originalPrice: 600, category: 'serum' },
  oil: { price: 400, category: 'face oil', variants },
  gel: { price: 300, category: 'cleanser' },
}).map(
  ([id, fields], order) =>
    [id, productContent.parse({ name: id, placeholder: true, order, ...fields })] as const,
);
const file = makeSaleFile(catalogue, sales, 10);
const at = (now: number) => salePricesAt(file, now);

test('only products with a sale that is not over are in the file', () =>
  expect([Object.keys(file.products), file.sales.map(({ name }) => name)]).toEqual([
    ['serum', 'oil'],
    ['Serums', 'Large'],
  ]));

test.each([
  [19, 50_000, [500], 40_000, [400, 899]],
  [20, 40_000, [400], 40_000, [400, 899]],
  [30, 40_000, [400], 20_000, [400, 200]],
  [40, 50_000, [500], 20_000, [400, 200]],
  [50, 50_000, [500], 40_000, [400, 899]],
])('at %i', (now, serum, serums, oil, oils) => {
  const { prices } = at(now);
  expect(prices.serum).toEqual({
    price: serum,
    originalPrice: 60_000,
    amounts: { serum: serums[0] },
    onSale: serum < 50_000,
  });
  expect(prices.oil).toMatchObject({
    price: oil,
    amounts: { oil: oils[0], 'oil--100-ml': oils[1] },
    varies: true,
  });
});

test('of a product with sizes the cheapest makes the price', () => {
  expect(at(29).prices.oil?.cheapest).toBe('oil');
  expect(at(30).prices.oil?.cheapest).toBe('oil--100-ml');
});

test('on sale is what a sale makes cheaper now, in one size at least, not what is below its MRP', () => {
  expect(at(19).prices).toMatchObject({ serum: { onSale: false }, oil: { onSale: false } });
  expect(at(35).prices).toMatchObject({ serum: { onSale: true }, oil: { onSale: true } });
  expect(at(45).prices).toMatchObject({ serum: { onSale: false }, oil: { onSale: true } });
});

test('they stay until a sale begins or ends', () => expect(at(25).time).toEqual({ from: 20, until: 30 }));

test('a list of products gets them; one without sales stays the same list', () => {
  const cards = catalogue.map(([id, product]) => toCardProduct(id, product));
  const now = priced(cards, at(30).prices);
  expect(now.map(({ id, price }) => [id, price])).toEqual([
    ['serum', 40_000],
    ['oil', 20_000],
    ['gel', 30_000],
  ]);
  expect(now[0]).not.toHaveProperty('amounts');
  expect(now[2]).toBe(cards[2]);
  expect(priced(cards, {})).toBe(cards);
});
