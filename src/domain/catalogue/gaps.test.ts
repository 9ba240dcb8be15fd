import { describe, expect, test } from 'vitest';
import type { Store } from '#domain/store/store.ts';
import { readProducts, readStore, readTax } from '#tools/lib/content.ts';
import { gapsOf } from './gaps.ts';
import { originOf } from './origin.ts';
import { productContent } from './product-content.ts';

const store: Store = { ...readStore(), countryOfOrigin: 'India', importer: undefined };
const shop = { tax: readTax(), at: Date.UTC(2026, 10, 27), store, products: new Map() };
const needed = { name: 'Lip Butter', price: 249, category: 'serum', placeholder: true };
const fieldsOf = (change: object = {}, facts = shop) =>
  gapsOf(productContent.parse({ ...needed, ...change }), facts).map(({ severity, field }) => [
    severity,
    field,
  ]);

describe('a product with no more than it needs', () => {
  test('lacks what the law, search engines and shoppers want', () => {
    const lacking = `hsn originalPrice netQuantity commonName bestBefore ingredients pictures description brand
      skinTypes tags howToUse routine`;
    expect(fieldsOf()).toEqual(lacking.split(/\s+/).map((field) => ['incomplete', field]));
  });

  test('needs no code where its category has one', () =>
    expect(fieldsOf({ category: 'cleanser' }).map(([, field]) => field)).not.toContain('hsn'));

  test('of the category of kits has no parts', () =>
    expect(fieldsOf({ category: 'kit' }).map(([, field]) => field)).toContain('parts'));

  test('has a gap for each picture without a description', () => {
    const pictures = [{ file: '1.jpg' }, { file: '2.jpg', alt: 'A jar' }, { file: '3.jpg' }];
    const fields = fieldsOf({ pictures }).map(([, field]) => field);
    expect(fields.filter((field) => field?.startsWith('pictures'))).toEqual([
      'pictures.0.alt',
      'pictures.2.alt',
    ]);
  });
});

test('a code without a rate today stops a sale, and comes first', () => {
  const before = { ...shop, at: Date.UTC(2025, 0, 1) };
  expect(fieldsOf({ hsn: '330499' }, before)[0]).toEqual(['sale', 'hsn']);
});

describe('a product from abroad', () => {
  const fields = (change: object, own: Partial<Store> = {}) =>
    fieldsOf(change, { ...shop, store: { ...store, ...own } })
      .map(([, field]) => field)
      .filter((field) => ['countryOfOrigin', 'importer', 'manufacturer'].includes(field ?? ''));
  const importer = 'Seoul Imports, 1 Dock Road, Mumbai 400001';

  test.each(['KR', 'South Korea', 'Republic of Korea', 'India and Japan'])(
    '%s: needs its importer and maker',
    (countryOfOrigin) => {
      expect(fields({ countryOfOrigin })).toEqual(['importer', 'manufacturer']);
      expect(fields({ countryOfOrigin, importer })).toEqual(['manufacturer']);
      expect(fields({ countryOfOrigin, manufacturer: 'Han, Seoul' }, { importer })).toEqual([]);
    },
  );

  test.each(['India', 'bharat', 'IN', undefined])('%s: nothing is missing', (countryOfOrigin) =>
    expect(fields({ countryOfOrigin })).toEqual([]),
  );

  test('a name that is no country is said, and not guessed', () => {
    const gap = gapsOf(productContent.parse({ ...needed, countryOfOrigin: 'Koria' }), shop).find(
      ({ field }) => field === 'countryOfOrigin',
    );
    expect(gap?.reason).toContain('“Koria” names no country');
    expect(gap?.remedy).toContain('South Korea, or KR');
    expect(fields({}, { countryOfOrigin: 'Earth' })).toEqual(['countryOfOrigin']);
  });

  test('a kit has the countries of its products', () => {
    const mask = productContent.parse({ ...needed, countryOfOrigin: 'KR' });
    const products = new Map([
      ['mask', mask],
      ['butter', productContent.parse(needed)],
    ]);
    const kit = productContent.parse({ ...needed, parts: ['mask', 'butter'] });
    expect(originOf(kit, store, (id) => products.get(id))).toEqual({
      codes: ['KR', 'IN'],
      text: 'South Korea and India',
    });
    const named = gapsOf(kit, { ...shop, products }).map(({ field }) => field);
    expect(named).toContain('importer');
    expect(named).not.toContain('manufacturer');
  });
});

test('each gap says why and what to do, in sentences', () => {
  for (const { reason, remedy } of gapsOf(productContent.parse(needed), shop)) {
    expect(reason).toMatch(/^\S.*\.$/);
    expect(remedy).toMatch(/^\S.*\.$/);
  }
});

test('the products of the shop have none that stops a sale', () => {
  const gaps = [...readProducts().values()].flatMap((product) =>
    gapsOf(product, { ...shop, products: readProducts(), at: Date.now() }),
  );
  expect(gaps.filter(({ severity }) => severity !== 'incomplete')).toEqual([]);
});
