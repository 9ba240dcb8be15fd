/** A mistake in `content/` that takes more than the schema of its file: what texts, files and pictures say of each other. */
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

describe('sales', () => {
  const sale = (names: string) =>
    `sales:\n  - { name: Diwali, from: 2026-11-01, until: 2026-11-08, percent: 20, ${names} }`;
  const says = (text: string) => `content/sales.yaml: sales.0.${text}`;
  finds([
    [
      'a product that does not exist',
      'sales.yaml',
      'sales: []',
      sale('products: [barrier-cream, rose]'),
      says('products.1: no product has "rose"'),
    ],
    [
      'a category without products',
      'sales.yaml',
      ' }',
      ', categories: [shoes] }',
      says('categories.0: no product has "shoes"'),
    ],
    [
      'a brand without products',
      'sales.yaml',
      ' }',
      ', brands: [Nobody] }',
      says('brands.0: no product has "Nobody"'),
    ],
  ]);

  test('of days without quotes are read', () =>
    expect(mistakesIn(changed([['sales.yaml', 'sales: []', sale('everything: true')]])).laws).toEqual([]));
});

describe('amounts in texts', () => {
  const kit = 'products/morning-ritual-kit/index.md';
  finds([
    [
      'an unknown name in a field',
      kit,
      '{{saving.mrp}} below',
      '{{saving.mpr}} below',
      /^content\/products\/morning-ritual-kit\/index\.md: features\.2: \{\{saving\.mpr\}\}: no such fact; use one of price, mrp, /,
    ],
    [
      'an unknown name in the text',
      kit,
      'The kit costs {{price}}',
      'The kit costs {{prise}}',
      /^content\/products\/morning-ritual-kit\/index\.md: body: \{\{prise\}\}: no such fact/,
    ],
    [
      'a price that is typed in an answer of a product',
      cream,
      'answer: No. Ours are',
      'answer: No, at Rs. 649. Ours are',
      'content/products/barrier-cream/index.md: faqs.5.answer: "Rs. 649" is typed: write its name, such as {{price}}, {{mrp}} or {{saving}}',
    ],
    [
      'a price of the catalogue in an article',
      article,
      'A kilogram of saffron takes',
      'At ₹1,199.00, a kilogram of saffron takes',
      'content/journal/turmeric-and-saffron.md: "₹1,199.00" is a price of the catalogue, which may change: leave it out',
    ],
    [
      'a banner that names another amount than the settings',
      'store.yaml',
      'orders over ₹499',
      'orders over ₹599',
      'content/store.yaml: banner.1: "₹599" is not the amount of delivery.freeFrom, ₹499.00',
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
      'content/products/hydra-moisturizer/index.md: aliases.0: "/product/barrier-cream" is the address of a product of the shop',
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
      'content/products/turmeric-clay-mask/index.md: aliases.0: must be an earlier id or address without spaces, such as /products/rose-mist',
    ],
  ]);
});

describe('errors that a schema alone does not find', () =>
  finds(
    [
      ['an unknown field', 'team.yaml', /^title: /m, 'tilte: ', /^content\/team\.yaml: \S.*/],
      [
        'a picture that is not beside the text',
        'about/sustainability.md',
        'file: sustainability.jpg',
        'file: sustainable.jpg',
        'content/about/sustainability.md: picture.file: there is no picture content/about/sustainable.jpg',
      ],
      [
        'a category that does not exist',
        'products/soft-milk-cleanser/index.md',
        'category: cleanser',
        'category: soap',
        /^content\/products\/soft-milk-cleanser\/index\.md: category: there is no content\/categories\/soap\.yaml; there are cleanser, face oil, /,
      ],
      [
        'a tag that search does not know',
        cream,
        '  - dryness',
        '  - dampness',
        /^content\/products\/barrier-cream\/index\.md: tags\.\d+: content\/search\.yaml has no "dampness"$/,
      ],
      [
        'a meaning that search has twice',
        'search.yaml',
        'id: acne',
        'id: dryness',
        /^content\/search\.yaml: concerns\.\d+\.id: "dryness" is used twice$/,
      ],
      [
        'a skin type with a concern that does not exist',
        'search.yaml',
        'concern: redness',
        'concern: greenness',
        /^content\/search\.yaml: skins\.\d+\.concern: there is no concern "greenness"$/,
      ],
      [
        'two ingredients with one name',
        'ingredients/zinc-pca.yaml',
        /^inci: .*$/m,
        'inci: NICOTINAMIDE',
        'content/ingredients/zinc-pca.yaml: inci: content/ingredients/niacinamide.yaml has the name "nicotinamide" too',
      ],
      [
        'an ingredient with a concern that search does not know',
        'ingredients/niacinamide.yaml',
        '  - oiliness',
        '  - oilyness',
        'content/ingredients/niacinamide.yaml: concerns.0: content/search.yaml has no concern "oilyness"',
      ],
      [
        'a product that the shop does not have',
        'about/ingredients.md',
        'product: vitamin-c-glow-serum',
        'product: vitamin-d-serum',
        'content/about/ingredients.md: included.list.2.product: there is no product "vitamin-d-serum"',
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
      ...(
        [
          ['home.yaml', 'hero-1.jpg', 'slides.0.picture.file', 'home/'],
          ['home.yaml', 'results-after.jpg', 'results.after.file', 'home/'],
          ['collection.yaml', 'hero-2.jpg', 'hero.picture', 'home/'],
          ['collection.yaml', 'purifying-cleanser/2.jpg', 'guide.steps.0.picture', 'products/'],
          ['collection.yaml', 'ingredients.jpg', 'science.picture', 'about/'],
          ['skin.yaml', 'journal/serum-texture.jpg', 'picture', ''],
        ] as const
      ).map(([file, picture, field, place]): Mistake => {
        const other = picture.replace('.jpg', '~2.jpg');
        const says = `content/${file}: ${field}: there is no picture content/${place}${other}`;
        return [`${file} without the picture ${picture}`, file, picture, other, says];
      }),
      [
        'a picture that a product does not have',
        'about/index.md',
        'number: 1',
        'number: 8',
        'content/about/index.md: more.pages.0.picture.number: turmeric-clay-mask has no picture 8',
      ],
      [
        'a district that the directory of pincodes does not have',
        'delivery.yaml',
        'Ahmadabad, Gujarat',
        'Ahmedabad, Gujarat',
        'content/delivery.yaml: zones.3.districts: the directory of pincodes has no "Ahmedabad, Gujarat"',
      ],
      [
        'a GSTIN with another check digit',
        'store.yaml',
        /^ {2}gstin: .*$/m,
        '  gstin: 29ABCDE1234F1Z5',
        /^content\/store\.yaml: legal\.gstin: The last character/,
      ],
      [
        'a product with a code that has no rate',
        cream,
        "hsn: '330499'",
        "hsn: '330510'",
        `content/${cream}: hsn: content/tax.yaml has no rate for 330510`,
      ],
      [
        'an unknown fact of the store',
        'policies/refund.md',
        '{{returns.days}}',
        '{{return.days}}',
        /^content\/policies\/refund\.md: \{\{return\.days\}\}: no such fact; use one of name, /,
      ],
    ],
    [
      [
        'invalid YAML',
        'testimonials.yaml',
        'title: "no end',
        /^content\/testimonials\.yaml: Missing closing "quote/,
      ],
      [
        'Markdown without front matter',
        'journal/how-to-read-a-serum-label.md',
        'Only words.',
        'content/journal/how-to-read-a-serum-label.md: must begin with front matter between two lines of ---',
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
        'policies/returns.md',
        'Only words.',
        'content/policies/returns.md: no content type has this file (content/collections.ts)',
      ],
      [
        'an ingredient whose file name cannot be part of an address',
        'ingredients/Zinc PCA.yaml',
        original('ingredients/zinc-pca.yaml'),
        /^content\/ingredients\/Zinc PCA\.yaml: the file: must be lower-case words/,
      ],
      [
        'an article in a folder of its own',
        'journal/old/rose.md',
        original(article),
        /^content\/journal\/old\/rose\.md: no content type has this file/,
      ],
    ],
  ));

describe('categories', () =>
  finds([
    [
      'a parent that does not exist',
      'categories/mask.yaml',
      'step:',
      'parent: face\nstep:',
      /mask\.yaml: parent: there is no category "face"$/,
    ],
    [
      'a category within itself',
      'categories/toner.yaml',
      'step:',
      'parent: toner\nstep:',
      'content/categories/toner.yaml: parent: "toner" is the category itself, or in it',
    ],
    [
      'a code without a rate',
      'categories/cleanser.yaml',
      '340130',
      '340111',
      /cleanser\.yaml: hsn: content\/tax\.yaml has no rate/,
    ],
    [
      'a step of no routine',
      'categories/serum.yaml',
      'step: treat',
      'step: heal',
      /serum\.yaml: step: there is no step "heal"$/,
    ],
    [
      'search words of a category that does not exist',
      'search.yaml',
      '      - kit',
      '      - bundle',
      /types\.7\.categories: there is no content\/categories\/bundle\.yaml/,
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
