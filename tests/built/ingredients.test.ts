/** Pages of ingredients, their lists on products, and what the law wants beside a price. */
import { describe, expect, test } from 'vitest';
import { inciLookup, ingredientsOf } from '#domain/ingredients/inci.ts';
import { inciNames } from '#domain/ingredients/inci-list.ts';
import {
  type IngredientNames,
  type IngredientProducts,
  mostAsked,
} from '#domain/ingredients/ingredient-filter.ts';
import { unitPrice } from '#features/catalogue/unit-price.ts';
import { formatPrice } from '#lib/money.ts';
import { ingredientPath, productPath } from '#lib/paths.ts';
import { readIngredients, readProducts, readStore } from '#tools/lib/content.ts';
import { attributeOf, builtPage, htmlOf, pageFiles, textOf } from './pages.ts';

const store = readStore();
const ingredients = readIngredients();
const products = readProducts();
const lookup = inciLookup(ingredients);

test('the list has every ingredient once, by name, and the pages about the shop link to it', () => {
  const { texts, attributes } = builtPage('/ingredients');
  expect(attributes('[data-ingredients] li a', 'href').sort()).toEqual(
    [...ingredients.keys()].map(ingredientPath).sort(),
  );
  const names = texts('[data-ingredients] li a');
  expect(names).toEqual([...names].sort(new Intl.Collator('en').compare));
  expect(builtPage('/about/ingredients').attributes('main a', 'href')).toContain('/ingredients');
});

describe.each([...ingredients])('/ingredients/%s', (id, ingredient) => {
  const { texts, find, attributes, data } = builtPage(ingredientPath(id));

  test('says what it is, in English and Hindi, with its sources', () => {
    expect([texts('h1'), texts('main [lang="hi"]')]).toEqual([[ingredient.name], [ingredient.hindi]]);
    const [text = ''] = texts('main');
    for (const part of [ingredient.what, ingredient.why, ingredient.caution, ingredient.pregnancy])
      expect(text).toContain((part ?? '').replace(/\s+/g, ' '));
    expect(text.includes('Fragrance allergen')).toBe(ingredient.allergen);
    expect(texts('.sources li')).toEqual(ingredient.sources.map(({ title, year }) => `${title}, ${year}`));
    expect(attributes('.sources li a', 'href')).toEqual(ingredient.sources.flatMap(({ url }) => url ?? []));
  });

  test('is a term for search engines', () => {
    expect(data().find((one) => one['@type'] === 'DefinedTerm')).toMatchObject({
      name: ingredient.name,
      alternateName: expect.arrayContaining([ingredient.inci]),
      url: `${store.url}/ingredients/${id}`,
      inDefinedTermSet: { '@type': 'DefinedTermSet', url: `${store.url}/ingredients` },
    });
  });

  test('lists the products that contain it, some with pictures', () => {
    const containing = [...products].filter(([, { ingredients: list = '' }]) =>
      ingredientsOf(list, lookup).some((one) => one.id === id),
    );
    const links = attributes('[aria-labelledby="products-title"] a', 'href');
    expect(new Set(links.filter((link) => link?.startsWith('/product/')))).toEqual(
      new Set(containing.map(([product]) => productPath(product))),
    );
    expect(find('.card img').length).toBe(Math.min(4, containing.length));
    expect(links.includes(`/collection?with=${id}#shelf-title`)).toBe(containing.length > 1);
  });
});

describe.each([...products])('/product/%s', (id, product) => {
  const { texts, find, attributes } = builtPage(productPath(id));

  test('lists its ingredients in their order; each leads to its page, and allergens are named', () => {
    const names = inciNames(product.ingredients ?? '');
    const items = find('.inci > li');
    expect(items.map((item) => textOf(item).replace(/\s*fragrance allergen$/, ''))).toEqual(names);
    expect(attributes('.inci a', 'href')).toEqual(
      names.map((name) => ingredientPath(lookup(name)?.id ?? '')),
    );
    expect(items.filter((item) => textOf(item).endsWith('fragrance allergen')).length).toBe(
      names.filter((name) => lookup(name)?.ingredient.allergen).length,
    );
    const counted =
      [...texts('.ingredient-functions li'), ...texts('.ingredient-formula')].join(' ').match(/\d+/g) ?? [];
    expect(counted.reduce((sum, count) => sum + Number(count), 0)).toBe(
      ingredientsOf(product.ingredients ?? '', lookup).length,
    );
  });

  test('has the declarations of Legal Metrology', () => {
    const names = texts('.facts dt');
    const facts = new Map(
      texts('[aria-labelledby="facts-title"] dd').map((text, n) => [
        texts('[aria-labelledby="facts-title"] dt')[n],
        text,
      ]),
    );
    expect(names.length).toBeGreaterThan(0);
    const each = unitPrice(product.price, product.netQuantity);
    expect(Object.fromEntries(facts)).toMatchObject({
      'Common name': product.commonName,
      MRP: expect.stringContaining(formatPrice(product.originalPrice ?? product.price)),
      // Of a product in sizes there are those of the others, too.
      'Net quantity': expect.stringContaining(product.netQuantity),
      'Unit sale price': each
        ? expect.stringContaining(`${formatPrice(each.price)} per ${each.unit}`)
        : 'None: several items are sold as one',
      'Manufactured by': expect.stringMatching(/\S/),
      'Country of origin': expect.stringMatching(/\S/),
      'Consumer care': expect.stringContaining(store.care.phone ?? 'a missing fact'),
    });
  });
});

test('the filters know every ingredient of every product, and the first visit of the collection does not load them', () => {
  const names: IngredientNames = JSON.parse(htmlOf('ingredient-names.json'));
  const file: IngredientProducts = JSON.parse(htmlOf('ingredient-products.json'));
  const ids = new Set(names.map(([id]) => id));
  expect(Object.keys(file.with).sort()).toEqual([...ids].sort());
  expect(file.listed.length).toBeGreaterThanOrEqual(12);
  expect(file.listed.length).toBeLessThanOrEqual(mostAsked);
  expect(file.listed.map(([, name]) => name)).toEqual(
    expect.arrayContaining(['Vitamin C', 'Salicylic acid (BHA)', 'Bakuchiol (instead of retinol)']),
  );
  expect(file.products.sort()).toEqual([...products.keys()].sort());
  const listed = new Map(file.listed);
  for (const [id, name] of names) expect(name).toBe(listed.get(id) ?? ingredients.get(id)?.name);
  expect(attributeOf(builtPage('/collection').find('select[name="with"]')[0] ?? null, 'name')).toBe('with');
  expect(builtPage('/collection').find('select[name="with"] option')).toHaveLength(1);
  expect(pageFiles.filter((name) => name.startsWith('ingredients/'))).toHaveLength(ingredients.size);
});
