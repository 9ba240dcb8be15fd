/** Everything that a field of the content refers to has to exist. Each field whose schema says `refersTo` is broken once. */
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { referencesIn, referringFields } from '#lib/referring-fields.ts';
import { contentTypes, entryId } from '../../content/collections.ts';
import { frontMatter, mistakesIn } from './check-content.ts';
import { type Change, changed, finds } from './testing/broken-content.ts';

const sale = (names: string): Change => [
  'sales.yaml',
  'sales: []',
  `sales:\n  - { name: Diwali, from: 2026-11-01, until: 2026-11-08, percent: 20, ${names} }`,
];

/** The content of the tests, in which each of these fields has a value. */
const content = changed(
  [
    sale('products: [hydra-moisturizer--100-ml], categories: [serum], brands: [Harita]'),
    [
      'products/hydra-moisturizer/index.md',
      /^variants:\n {2}- /m,
      "variants:\n  - picture: 1.jpg\n    hsn: '330499'\n    ",
    ],
    ['categories/mask.yaml', /^/, 'parent: serum\npicture:\n  file: mask.jpg\n'],
    ['brands/harita.yaml', /^/, 'picture:\n  file: harita.jpg\n'],
  ],
  { 'categories/mask.jpg': '', 'brands/harita.jpg': '' },
);

test('the content has no mistake', () => expect(mistakesIn(content)).toEqual({ laws: [], advice: [] }));

/** All fields that refer to something, each with its first reference. */
const fields = Object.entries(contentTypes).flatMap(([type, { files, schema }]) => {
  const names = content
    .names()
    .filter((name) => files.some((file) => file.replace('*', entryId(name)) === name));
  const read = names.map(
    (name) => [name, schema.parse(frontMatter(name, content.read(name) ?? ''))] as const,
  );
  return referringFields(schema).map((field) => {
    const [reference] = read.flatMap(([name, value]) =>
      referencesIn([field], value).map((one) => ({ ...one, name })),
    );
    if (!reference) throw new Error(`${type}: ${field.path.join('.')}: no file has it: add one above`);
    return reference;
  });
});
type Reference = (typeof fields)[number];

/** For each kind of reference a value that the schema takes and nothing has, and what the line says of it. */
const broken: Record<Reference['refersTo'], [value: string | number, says: RegExp]> = {
  product: ['nothing', /there is no product "nothing"$/],
  category: ['nothing', /there is no content\/categories\/nothing\.yaml; there are cleanser, face oil, /],
  usedCategory: ['nothing', /no product has "nothing"$/],
  brand: ['nothing', /no product has "nothing"$/],
  tag: ['nothing', /content\/search\.yaml has no "nothing"$/],
  concern: ['nothing', /content\/search\.yaml has no concern "nothing"$/],
  step: ['nothing', /content\/routine\.yaml has no step "nothing"$/],
  active: ['nothing', /content\/routine\.yaml has no active ingredient "nothing"$/],
  source: ['nothing', /content\/routine\.yaml has no source "nothing"$/],
  rate: ['999999', /content\/tax\.yaml has no rate for 999999$/],
  district: ['nothing', /the directory of pincodes has no "nothing"$/],
  picture: ['nothing.jpg', /there is no .*nothing\.jpg/],
  productPicture: [9, /has no picture 9$/],
  video: ['nothing', /there is no content\/home\/nothing\.webm$/],
  page: ['/nothing', /the shop has no page \/nothing: a link is an address of the shop/],
};

function withValue(text: string, field: string, value: string | number): string {
  const [, matter = text] = /^---\n(.*?\n)---\n/s.exec(text) ?? [];
  const document = parseDocument(matter);
  document.setIn(field.split('.'), value);
  return text.replace(matter, () => document.toString());
}

test.each([...Map.groupBy(fields, ({ refersTo }) => refersTo)])('%s', (refersTo, references) => {
  const [value, says] = broken[refersTo];
  const texts = new Map<string, string>();
  for (const { name, field, id } of references) {
    // A picture of a product is in the folder of the product.
    const folder = refersTo === 'picture' ? id.replace(/[^/]*$/, '') : '';
    const text = texts.get(name) ?? content.read(name) ?? '';
    texts.set(name, withValue(text, field, folder ? `${folder}${value}` : value));
  }
  const { laws, advice } = mistakesIn({ ...content, read: (name) => texts.get(name) ?? content.read(name) });
  for (const { name, field } of references) {
    const own = [...laws, ...advice].filter((line) => line.startsWith(`content/${name}: ${field}: `));
    expect(own, `${name}: ${field}`).toEqual([expect.stringMatching(says)]);
  }
});

describe('a product that is named', () =>
  finds([
    [
      'and is not sold',
      'products/daily-veil-spf-50/index.md',
      'price:',
      'status: draft\nprice:',
      'content/products/morning-ritual-kit/index.md: parts.2: "daily-veil-spf-50" is not sold',
    ],
    [
      'with a size that it does not have',
      ...sale('products: [hydra-moisturizer--1-l]'),
      'content/sales.yaml: sales.0.products.0: there is no product "hydra-moisturizer--1-l"',
    ],
    [
      'by a picture',
      'collection.yaml',
      'purifying-cleanser/2.jpg',
      'purifying-soap/2.jpg',
      'guide.steps.0.picture: there is no product "purifying-soap"',
    ],
  ]));
