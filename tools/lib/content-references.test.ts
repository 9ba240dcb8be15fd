/** A mistake in `content/` that takes more than the schema of its file: what its files say of each other. */
import { describe, expect, test } from 'vitest';
import { checkFiles, mistakesIn } from '#tools/lib/check-content.ts';
import {
  article,
  type Change,
  changed,
  cream,
  finds,
  type Mistake,
  original,
} from './testing/broken-content.ts';

test('sales of days without quotes are read', () => {
  const sale = '{ name: Diwali, from: 2026-11-01, until: 2026-11-08, percent: 20, everything: true }';
  expect(mistakesIn(changed([['sales.yaml', 'sales: []', `sales:\n  - ${sale}`]])).laws).toEqual([]);
});

describe('amounts in texts', () => {
  const kit = 'products/morning-ritual-kit/index.md';
  finds([
    [
      'an unknown name in a field',
      kit,
      '{{saving.mrp}} below',
      '{{saving.mpr}} below',
      /^features\.2: \{\{saving\.mpr\}\}: no such fact; use one of price, mrp, /,
    ],
    [
      'an unknown name in the text',
      kit,
      'The kit costs {{price}}',
      'The kit costs {{prise}}',
      /^body: \{\{prise\}\}: no such fact/,
    ],
    [
      'a price that is typed in an answer of a product',
      cream,
      'answer: No. Ours are',
      'answer: No, at Rs. 649. Ours are',
      'faqs.5.answer: "Rs. 649" is typed: write its name, such as {{price}}, {{mrp}} or {{saving}}',
    ],
    [
      'a price of the catalogue in an article',
      article,
      'A kilogram of saffron takes',
      'At ₹1,199.00, a kilogram of saffron takes',
      '"₹1,199.00" is a price of the catalogue, which may change: leave it out',
    ],
    [
      'a banner that names another amount than the settings',
      'store.yaml',
      'orders over ₹499',
      'orders over ₹599',
      'banner.1: "₹599" is not the amount of delivery.freeFrom, ₹499.00',
    ],
  ]);

  test('are the catalogue’s', () => {
    const price: Change = ['products/purifying-cleanser/index.md', /^price: .*$/m, 'price: 389.5'];
    const read = checkFiles(changed([price])).products.get('morning-ritual-kit');
    expect(read?.features).toContain('₹598.00 below the MRP of the three');
    const less: Change = [kit, /^originalPrice: .*$/m, 'originalPrice: 2000'];
    const cheaper = checkFiles(changed([price, less, [kit, /^price: .*$/m, 'price: 1199.5']]));
    expect(cheaper.products.get('morning-ritual-kit')?.features).toContain(
      '₹697.50 below the MRP of the three',
    );
  });

  test('a kit that saves nothing cannot say that it saves', () =>
    expect(
      mistakesIn(
        changed([
          [kit, /^price: .*$/m, 'price: 1600'],
          [kit, /^originalPrice: .*$/m, 'originalPrice: 1900'],
        ]),
      ).laws,
    ).toEqual([expect.stringMatching(/index\.md: body: \{\{saving\}\}: no such fact/)]));
});

describe('earlier addresses', () => {
  const earlier = (alias: string) => `aliases:\n  - ${alias}\nbestBefore:`;
  finds([
    [
      'the address of a product of the shop',
      'products/hydra-moisturizer/index.md',
      '- hydra-moisturiser',
      '- /product/barrier-cream\n  - /products/Old',
      'aliases.0: "/product/barrier-cream" is the address of a product of the shop',
    ],
    [
      'one address twice',
      cream,
      'bestBefore:',
      earlier('/products/old/'),
      'content/products/hydra-moisturizer/index.md: aliases.1: "/products/Old" already leads to barrier-cream',
    ],
    [
      'an address with a query',
      'products/turmeric-clay-mask/index.md',
      'bestBefore:',
      earlier('/products/old?variant=1'),
      'aliases.0: must be an earlier id or address without spaces, such as /products/rose-mist',
    ],
  ]);
});

test.each([
  ['/about/team/', '/about', 'redirects.0.from: "/about/team/" is the address of a page of the shop'],
  ['/products/hydra', '/nowhere', 'redirects.0.to: the shop has no page /nowhere'],
  [
    '/product/barrier-cream',
    '/about',
    'redirects.0.from: "/product/barrier-cream" is the address of a product',
  ],
  ['hydra-moisturiser', '/about', 'redirects.0.from: must be an earlier address'],
  ['/', '/about', 'redirects.0.from: must not be the home page'],
  ['/x', '//elsewhere.example', 'redirects.0.to: must be an address of the shop'],
  ['/x', '/\\elsewhere.example', 'redirects.0.to: must be an address of the shop'],
  ['/x', 'https://elsewhere.example', 'redirects.0.to: must be an address of the shop'],
  ['/About-You/', '/about-you', 'redirects.0.to: leads on from /about-you: name the page where it ends'],
  ['/Pages/Brand-Story/', '/about', 'redirects.1.from: is the address of another redirect too'],
])('a redirect from %s to %s: %s', (from, to, mistake) => {
  const change: Change = ['redirects.yaml', 'redirects:\n', `redirects:\n  - from: ${from}\n    to: ${to}\n`];
  const { laws, advice } = mistakesIn(changed([change]));
  const found = [...laws, ...advice].filter((line) => line.startsWith(`content/redirects.yaml: ${mistake}`));
  expect(found, [...laws, ...advice].join('\n')).not.toEqual([]);
});

describe('errors that a schema alone does not find', () =>
  finds(
    [
      ['an unknown field', 'team.yaml', /^title: /m, 'tilte: ', /^\S.*/],
      [
        'a meaning that search has twice',
        'search.yaml',
        'id: acne',
        'id: dryness',
        /^concerns\.\d+\.id: "dryness" is used twice$/,
      ],
      [
        'two ingredients with one name',
        'ingredients/zinc-pca.yaml',
        /^inci: .*$/m,
        'inci: NICOTINAMIDE',
        'inci: content/ingredients/niacinamide.yaml has the name "nicotinamide" too',
      ],
      ...['/nowhere', 'policies/refund', '/product/rose'].map(
        (link): Mistake => [
          `a link to ${link}`,
          article,
          /$/,
          `[more](${link})`,
          new RegExp(`^content/${article}: the shop has no page ${link}: a link is an address`),
        ],
      ),
      [
        'a GSTIN with another check digit',
        'store.yaml',
        /^ {2}gstin: .*$/m,
        '  gstin: 29ABCDE1234F1Z5',
        /^legal\.gstin: The last character/,
      ],
      [
        'an unknown fact of the store',
        'policies/refund.md',
        '{{returns.days}}',
        '{{return.days}}',
        /^\{\{return\.days\}\}: no such fact; use one of name, /,
      ],
    ],
    [
      ['invalid YAML', 'testimonials.yaml', 'title: "no end', /^Missing closing "quote/],
      [
        'Markdown without front matter',
        'journal/how-to-read-a-serum-label.md',
        'Only words.',
        'must begin with front matter between two lines of ---',
      ],
      ...['couriers.yaml', 'policies/grievance.md', 'faqs/shipping.yaml'].map(
        (file) =>
          [`${file} is not there`, file, undefined, `content/${file}: the file is missing`] as [
            string,
            string,
            undefined,
            string,
          ],
      ),
      [
        'a file that belongs to no content type',
        'policies/old/returns.md',
        'Only words.',
        'no content type has this file (content/collections.ts)',
      ],
      [
        'an ingredient whose file name cannot be part of an address',
        'ingredients/Zinc PCA.yaml',
        original('ingredients/zinc-pca.yaml'),
        /^the file: must be lower-case words/,
      ],
      [
        'an article in a folder of its own',
        'journal/old/rose.md',
        original(article),
        /^no content type has this file/,
      ],
    ],
  ));

const twice = (what: string, id: string) => `content/routine.yaml: ${what}: "${id}" is used twice`;
describe('categories, kits and routines', () =>
  finds([
    [
      'a category within itself',
      'categories/toner.yaml',
      'step:',
      'parent: toner\nstep:',
      'parent: "toner" is the category itself, or in it',
    ],
    [
      'a kit in a kit',
      'products/morning-ritual-kit/index.md',
      '  - daily-veil-spf-50',
      '  - morning-ritual-kit',
      'parts.2: "morning-ritual-kit" is a kit itself',
    ],
    [
      'a product in a routine without a step',
      cream,
      /^ {2}step: .*\n/m,
      '',
      'routine.step: is missing, and its category "moisturizer" has no step either',
    ],
    [
      'no step of its category',
      'categories/moisturizer.yaml',
      /^step: .*\n/m,
      '',
      /^content\/products\S+ routine\.step: is missing/,
    ],
    [
      'a code of another product',
      'products/rose-balance-toner/index.md',
      /^ {2}code: .*$/m,
      '  code: gs',
      twice('codes', 'gs'),
    ],
    [
      'a kind with the id of another one',
      'routine.yaml',
      /(^kinds:\n {2}- id: ).*$/m,
      '$1retinol',
      twice('kinds', 'retinol'),
    ],
  ]));

test('a product that others name may be deleted: pages leave it out', () => {
  const gone = ['vitamin-c-glow-serum', 'purifying-cleanser', 'daily-veil-spf-50'];
  const all = changed([]);
  const names = all.names().filter((name) => !gone.some((id) => name.startsWith(`products/${id}`)));
  const files = { ...all, names: () => names };
  const { laws, advice } = mistakesIn(files);
  expect(laws).toEqual([]);
  expect([...new Set(advice.map((one) => one.split(':')[0]))].sort()).toEqual([
    'content/about/ingredients.md',
    'content/collection.yaml',
    'content/home.yaml',
    'content/journal/how-much-sunscreen-is-enough.md',
    'content/journal/how-to-read-a-serum-label.md',
    'content/products/morning-ritual-kit/index.md',
    'content/testimonials.yaml',
  ]);
  const kitLeft = checkFiles(files).products.get('morning-ritual-kit');
  expect(JSON.stringify(kitLeft)).not.toContain('{{');
});
