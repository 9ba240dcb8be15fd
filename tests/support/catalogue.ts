/** Large catalogues of words that are difficult to search; always the same. */
import { type CardProduct, toCardProduct } from '#domain/catalogue/product.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { anySkin, skinChoices, skinTypes } from '#lib/product-constants.ts';
import { readProducts } from '#tools/lib/content.ts';
import { type Random, randomFrom } from './random.ts';

/** Texts that are difficult for search, SQL and sorting. */
export const awkwardWords = [
  ...'Glow glow Serum SERUM Rose aloe rosé ROSÉ crème İpek ışık Straße STRASSE ΟΔΟΣ οδός Şeker'.split(' '),
  ...`नमस्ते हल्दी केसर 🌿 👩🏽‍🔬 ₹ ₹599 10% % _ a_b * " "" ' it's “quoted” ( ) ^ - + { \\ -- /* ; , . ? & <b>`.split(
    ' ',
  ),
  'NEAR',
  'AND',
  'OR',
  'NOT',
  'name:',
  'ab',
  'x',
  'q',
  'éa',
  'SPF 50',
  'tea tree',
  'and',
  'no-rinse',
];

const categories = ['serum', 'sunscreen', 'moisturizer', 'cleanser', 'toner', 'mask', 'face oil'] as const;

/** Spellings of countries, one of which is none; the last is the shop's own. */
const origins = ['KR', 'Bharat', 'republic of korea', 'Made in France', 'Koria', undefined];

/** A random element. */
export function pick<const T>(dice: Random, things: readonly T[]): T {
  const [thing] = things.slice(dice.between(0, things.length - 1));
  if (thing === undefined) throw new Error('there is nothing to pick from');
  return thing;
}

const words = (dice: Random, most: number): string =>
  Array.from({ length: dice.between(1, most) }, () => pick(dice, awkwardWords)).join(
    pick(dice, [' ', ' ', '']),
  );

/** The given number of products, made from one of the shop's. Many have the same price or position. */
export function manyProducts(count: number, seed = 1): Map<string, ProductContent> {
  const dice = randomFrom(seed);
  const models = [...readProducts().values()];
  const [model] = models;
  if (!model) throw new Error('content has no product');
  return new Map(
    Array.from({ length: count }, (_, n) => {
      const skinType = pick(dice, skinChoices);
      const product: ProductContent = {
        ...model,
        name: words(dice, 4),
        category: pick(dice, categories),
        brand: pick(dice, ['Harita', 'İlk', 'Ö & Söhne']),
        description: words(dice, 20),
        price: dice.between(1, 40) * 100,
        originalPrice: 4_000,
        order: dice.between(1, 50),
        bestseller: n % 9 === 0,
        skinType,
        countryOfOrigin: origins[n % origins.length],
        // Every eighth product has no list.
        ingredients: n % 8 ? models[n % models.length]?.ingredients : undefined,
        skinTypes: skinType === anySkin ? [...skinTypes] : [skinType, pick(dice, skinTypes)],
      };
      return [`${pick(dice, ['glow', 'aloe-mist', 'x'])}-${n}`, product];
    }),
  );
}

/** A catalogue as a browser searches it. */
export const cardsOf = (catalogue: ReadonlyMap<string, ProductContent>): CardProduct[] =>
  [...catalogue].map(([id, product]) => toCardProduct(id, product));
