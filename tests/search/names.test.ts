/** A product is found by its own name, however its signs are typed, and by the codes on its label. */
import { describe, expect, test } from 'vitest';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { productContent } from '#domain/catalogue/product-content.ts';
import { sellablesOf } from '#domain/catalogue/sellable.ts';
import { longestSearch } from '#lib/product-constants.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { products, resultAmong } from './real-engine.ts';

const [sample] = products.values();
/** A product with nothing but these fields. Its id says nothing. */
const product = (fields: Partial<ProductContent>, order = 0): ProductContent => ({
  ...(sample as ProductContent),
  brand: '',
  category: 'serum',
  description: '',
  commonName: '',
  labelLine: '',
  tags: [],
  features: [],
  keyIngredients: [],
  ingredients: undefined,
  variants: [],
  options: [],
  order,
  ...fields,
});
const catalogueOf = (all: readonly Partial<ProductContent>[]) =>
  new Map(all.map((fields, n) => [`p${n}`, product(fields, n)]));

const pick = <T>(random: Random, things: readonly T[]): T =>
  things[random.between(0, things.length - 1)] as T;

const apostrophes = [..."'’‘ʼ′＇`´"];
const hyphens = [...'-‐‑–'];
const letters = [...'aeiouäéèêíñóöúçşžàbdfghklmnprstvwz'];

/** A name of up to so many characters, such as `L’Oréal Hydro-Boost`. */
function nameOf(random: Random, length: number): string {
  const part = () => Array.from({ length: random.between(1, 9) }, () => pick(random, letters)).join('');
  let name = part();
  while (name.length < length) {
    const sign = random.between(0, 5);
    name += sign === 0 ? pick(random, apostrophes) : sign === 1 ? pick(random, hyphens) : ' ';
    name += part();
  }
  return name.slice(0, length).replace(/[^\p{L}]+$/u, '');
}

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
const signs = new RegExp(
  `[${apostrophes.join('')}${hyphens.map((one) => (one === '-' ? '\\-' : one)).join('')}]`,
  'gu',
);
const withoutSigns = (text: string, instead: string) => text.replace(signs, instead);

/** The ways in which shoppers type a name. */
const typedForms = (name: string): string[] => [
  name,
  name.toUpperCase(),
  name.normalize('NFD'),
  withoutAccents(name),
  withoutSigns(name, ''),
  withoutSigns(name, ' '),
  withoutAccents(withoutSigns(name, '')).toLowerCase(),
  withoutAccents(withoutSigns(name, ' ')).toLowerCase(),
  withoutSigns(name, '').replaceAll(' ', ''),
];

const plain = (text: string) =>
  withoutAccents(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

describe('names', () => {
  test('each of 150 names is found first, with and without apostrophes, accents and hyphens', () => {
    const random = randomFrom(55);
    const names = Array.from({ length: 150 }, () => nameOf(random, random.between(3, 40)));
    const search = resultAmong(catalogueOf(names.map((name) => ({ name }))));
    const lost = names.flatMap((name) =>
      typedForms(name).filter((q) => plain(search(q).products[0]?.name ?? '') !== plain(name)),
    );
    expect(lost).toEqual([]);
  });

  test('names of up to 160 characters are found, and so is one whose beginning is the same', () => {
    const random = randomFrom(56);
    const names = Array.from({ length: 30 }, () => nameOf(random, random.between(100, longestSearch)));
    const search = resultAmong(catalogueOf(names.map((name) => ({ name }))));
    for (const name of names)
      for (const q of typedForms(name))
        expect(search(q.slice(0, longestSearch)).products[0]?.name, q).toBe(name);
    const beginning = nameOf(random, longestSearch - 2);
    const [one, two] = [`${beginning} a`, `${beginning} b`];
    const similar = resultAmong(catalogueOf([{ name: one }, { name: two }]));
    expect(similar(one).products[0]?.name).toBe(one);
    expect(similar(two).products[0]?.name).toBe(two);
    expect(productContent.shape.name.safeParse(`${one}a`).success).toBe(false);
  });

  const shop = resultAmong(
    catalogueOf([
      { name: 'Revitalift Crème', brand: "L'Oréal Paris" },
      { name: 'Neutrogena Hydro-Boost Gel' },
      { name: 'Burt’s Bees Balm' },
      { name: 'A-Derma Wash', tags: ['oiliness'], skinTypes: ['Oily Skin'] },
      { name: 'Lotus Scrub' },
    ]),
  );
  test.each([
    ['loreal', 'Revitalift Crème'],
    ["l'oreal", 'Revitalift Crème'],
    ['l’oréal', 'Revitalift Crème'],
    ['lʼoréal', 'Revitalift Crème'],
    ['l oreal', 'Revitalift Crème'],
    ['L OREAL PARIS CREME', 'Revitalift Crème'],
    ['loreal moisturiser for women', 'Revitalift Crème'],
    ['hydroboost', 'Neutrogena Hydro-Boost Gel'],
    ['hydro boost', 'Neutrogena Hydro-Boost Gel'],
    ['neutrogena hydroboost', 'Neutrogena Hydro-Boost Gel'],
    ['gel hydro boost', 'Neutrogena Hydro-Boost Gel'],
    ['burts bees', 'Burt’s Bees Balm'],
    ['burt s', 'Burt’s Bees Balm'],
    ['aderma for oily skin', 'A-Derma Wash'],
  ])('%s', (q, name) => expect(shop(q).products[0]?.name).toBe(name));
  test('no word is found inside another one', () => expect(shop('oosgel').products).toEqual([]));
});

describe('SKU and barcode', () => {
  /** A GTIN with its check digit. */
  function gtin(random: Random, digits: number): string {
    const own = Array.from({ length: digits - 1 }, () => random.between(0, 9));
    const sum = own.reduceRight((all, digit, n) => all + digit * ((own.length - n) % 2 ? 3 : 1), 0);
    return [...own, (10 - (sum % 10)) % 10].join('');
  }
  const random = randomFrom(57);
  const sku = () =>
    `${nameOf(random, 3)}-${random.between(1, 9_999)}${pick(random, ['', '/S', '.30', '-XL', ' b'])}`;
  const codes = () => ({ sku: sku(), barcode: gtin(random, pick(random, [8, 12, 13, 14])) });
  const size = (id: string | undefined, label: string) => ({
    id,
    label,
    kind: 'size' as const,
    choices: [],
    ...(random.chance(0.8) && codes()),
  });
  const all = catalogueOf(
    Array.from({ length: 200 }, (_, n) => ({
      name: `Serum ${n}`,
      ...(random.chance(0.8) && codes()),
      variants: random.chance(0.5) ? [size(undefined, '30 ml'), size('large', '100 ml')] : [],
    })),
  );
  const search = resultAmong(all);
  const coded = [...all].flatMap(([id, one]) =>
    sellablesOf(id, one).flatMap(([sold, { sku: own, barcode }]) =>
      [own, barcode].flatMap((code) => (code ? [{ id, sold, code }] : [])),
    ),
  );

  test('each code, typed whole in any case, finds its product first, and opens its size', () => {
    expect(coded.length).toBeGreaterThan(400);
    for (const { id, sold, code } of coded)
      for (const q of [
        code,
        ` ${code.toLowerCase()} `,
        code.toUpperCase().replaceAll('-', ' '),
        `00${code}`,
      ]) {
        if (q.startsWith('00') && /\D/.test(code)) continue;
        const { products: found, opened, understood } = search(q);
        expect([q, found[0]?.id, opened[id] ?? id]).toEqual([q, id, sold]);
        if (/^\d+$/.test(code)) expect([q, found.length, understood]).toEqual([q, 1, []]);
      }
  });
  test('a filter also applies to them', () => {
    const { code = '' } = coded[0] ?? {};
    expect(search(code, { only: 'mask' }).products).toEqual([]);
  });
  test('a part of a code finds none, and an unknown barcode is no price', () => {
    const { code = '' } = coded.find(({ code: one }) => /^\d{13}$/.test(one)) ?? {};
    for (const q of [code.slice(0, 10), code.slice(3), '4006381333931'])
      expect(search(q).products).toEqual([]);
  });
});
