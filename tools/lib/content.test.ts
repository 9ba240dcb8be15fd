/**
 * A mistake in `content/` is one line that names the file, the field and the reason, for every collection.
 * rule: long - a table with a row for each content type
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { type ContentFiles, checkFiles, mistakesIn } from '#tools/lib/check-content.ts';
import { checkContent, contentFiles } from '#tools/lib/content.ts';
import { ContentError } from '#tools/lib/content-references.ts';

const committed = contentFiles();
const original = (file: string) => committed.read(file) ?? '';
const article = 'journal/turmeric-and-saffron.md';
const cream = 'products/barrier-cream/index.md';

/** Something in a file, and what takes its place. */
type Change = [file: string, from: RegExp | string, to: string];
/** Files by their names, in place of the committed ones or besides them; `undefined` is missing. */
type Files = Record<string, string | undefined>;

/** The files of `content/` with changes. */
function changed(changes: readonly Change[], others: Files = {}): ContentFiles {
  const texts: Files = { ...others };
  for (const [file, from, to] of changes) {
    const text = texts[file] ?? original(file);
    texts[file] = text.replace(from, to);
    expect(texts[file], `${file} holds ${from}`).not.toBe(text);
  }
  const names = [...new Set([...committed.names(), ...Object.keys(texts)])].filter(
    (name) => !(name in texts) || texts[name] !== undefined,
  );
  return {
    ...committed,
    names: () => names,
    read: (name) => (name in texts ? texts[name] : committed.read(name)),
  };
}

/** A mistake, and the line that an editor reads. */
type Mistake = [what: string, ...Change, says: RegExp | string];

/** Makes mistakes that do not hide each other, and expects the line of each. */
function finds(
  mistakes: readonly Mistake[],
  others: readonly [what: string, file: string, text: string | undefined, says: RegExp | string][] = [],
): void {
  let found: string[] = [];
  beforeAll(() => {
    const changes = mistakes.map(([, ...change]): Change => [change[0], change[1], change[2]]);
    const files = Object.fromEntries(others.map(([, file, text]) => [file, text]));
    found = mistakesIn(changed(changes, files));
  });
  const lines = [...mistakes, ...others].map((row) => [row[0], row.at(-1)] as [string, RegExp | string]);
  test.each(lines)('%s', (_, says) =>
    expect(found).toContainEqual(typeof says === 'string' ? says : expect.stringMatching(says)),
  );
}

test('the committed content is valid', () => expect(checkContent().products.size).toBeGreaterThan(0));

test.each<[...Change, says: RegExp]>([
  ['store.yaml', /^name: .*$/m, 'name: ""', /^content\/store\.yaml: name: must not be empty$/],
  [
    cream,
    /^price: .*$/m,
    'price: 9999',
    /^content\/products\/barrier-cream\/index\.md: price: must not be above/,
  ],
])('the first mistake ends the check: in %s', (file, from, to, says) => {
  let thrown: unknown;
  try {
    checkFiles(changed([[file, from, to]]));
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ContentError);
  expect((thrown as Error).message).toMatch(says);
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
      ),
    ).toEqual([expect.stringMatching(/index\.md: body: \{\{saving\}\}: no such fact/)]));
});

test('pictures may be jpeg, png or webp', () => {
  const changes = ['barrier-cream', 'rose-balance-toner', 'aloe-gel-cream'].map(
    (id, n): Change => [`products/${id}/index.md`, /file: \S+/, `file: a.${['jpeg', 'png', 'webp'][n]}`],
  );
  const pictures = changes.map(([file, , to]) => [file.replace('index.md', to.replace('file: ', '')), '']);
  expect(mistakesIn(changed(changes, Object.fromEntries(pictures)))).toEqual([]);
});

describe('one broken file of each collection', () =>
  finds([
    ['store', 'store.yaml', /^name: .*$/m, 'name: ""', /^content\/store\.yaml: name: must not be empty$/],
    [
      'search',
      'search.yaml',
      /^ {2}- id: acne$/m,
      '  - id: Acne',
      /^content\/search\.yaml: concerns\.0\.id: must be/,
    ],
    [
      'products',
      'products/barrier-cream/index.md',
      /^price: .*$/m,
      'price: 9999',
      /^content\/products\/barrier-cream\/index\.md: price: must not be above the MRP$/,
    ],
    [
      'ingredients',
      'ingredients/niacinamide.yaml',
      /^sources:[\s\S]*$/m,
      'sources: []\n',
      /^content\/ingredients\/niacinamide\.yaml: sources: must name at least one source$/,
    ],
    [
      'delivery',
      'delivery.yaml',
      /- Sikkim/,
      '- Sikkm',
      /^content\/delivery\.yaml: zones\.2\.states\.10: there is no state "Sikkm"$/,
    ],
    [
      'couriers',
      'couriers.yaml',
      /https:\/\/www\.delhivery/,
      'http://www.delhivery',
      /^content\/couriers\.yaml: couriers\.0\.trackingUrl: must be an address that begins with https:\/\/$/,
    ],
    [
      'tax',
      'tax.yaml',
      /percent: 18/,
      'percent: 1800',
      /^content\/tax\.yaml: goods\.0\.rates\.0\.percent: \S.*$/,
    ],
    [
      'home',
      'home.yaml',
      /^ {2}title: .*$/m,
      '  title: ""',
      /^content\/home\.yaml: \S+title: must not be empty$/,
    ],
    [
      'testimonials',
      'testimonials.yaml',
      /role: .*/,
      'role: ""',
      /^content\/testimonials\.yaml: testimonials\.0\.role: must not be empty$/,
    ],
    [
      'collection',
      'collection.yaml',
      /^ {2}eyebrow: .*$/m,
      `  eyebrow: ${'x'.repeat(41)}`,
      /^content\/collection\.yaml: hero\.eyebrow: must be at most 40 characters$/,
    ],
    [
      'skin',
      'skin.yaml',
      /group: silicones/,
      'group: animal',
      /^content\/skin\.yaml: avoid\.list: must have all five groups$/,
    ],
    [
      'journal',
      article,
      /^published: .*$/m,
      'published: yesterday',
      /^content\/journal\/turmeric-and-saffron\.md: published: must be a date such as 2026-11-21$/,
    ],
    [
      'about',
      'about/index.md',
      /^title: .*$/m,
      'title: ""',
      /^content\/about\/index\.md: title: must not be empty$/,
    ],
    [
      'aboutIngredients',
      'about/ingredients.md',
      /product: hyaluronic-dew-serum/,
      'product: Dew Serum',
      /^content\/about\/ingredients\.md: included\.list\.0\.product: must be lower-case words joined by hyphens$/,
    ],
    [
      'sustainability',
      'about/sustainability.md',
      /^ {2}sample: true$/m,
      '  sample: perhaps',
      /^content\/about\/sustainability\.md: claims\.sample: must be true or false: have these figures been audited\?$/,
    ],
    [
      'team',
      'team.yaml',
      /plant: drop/,
      'plant: cactus',
      /^content\/team\.yaml: people\.1\.plant: must be one of leaf, drop, flower$/,
    ],
    [
      'policies',
      'policies/grievance.md',
      /^updated: .*$/m,
      'updated: 21st of November',
      /^content\/policies\/grievance\.md: updated: must be a date such as 2026-11-21$/,
    ],
    [
      'faqs',
      'faqs/orders.yaml',
      /to: collection/,
      'to: nowhere',
      /^content\/faqs\/orders\.yaml: questions\.0\.link\.to: \S.*$/,
    ],
    [
      'contact',
      'faqs/contact.yaml',
      /^ {2}thanks: .*$/m,
      '',
      /^content\/faqs\/contact\.yaml: support\.thanks: \S.*$/,
    ],
  ]));

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
        'an ingredient on a label that nothing explains',
        cream,
        'Squalane,',
        'Squalene,',
        `content/${cream}: ingredients: content/ingredients has no entry for "Squalene"`,
      ],
      [
        'an ingredient in the list of a kit that nothing explains',
        'products/morning-ritual-kit/index.md',
        'Daily Veil: Aqua,',
        'Daily Veil: Agua,',
        /morning-ritual-kit\/index\.md: ingredients: .* has no entry for "Agua"$/,
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

describe('further errors in the same files', () =>
  finds([
    [
      'a name of a courier without Latin letters',
      'couriers.yaml',
      /name: Delhivery/,
      'name: दिल्लीवरी',
      'content/couriers.yaml: couriers.0.name: must have Latin letters or digits',
    ],
    [
      'a picture of another format',
      'products/aloe-gel-cream/index.md',
      /file: \S+/,
      'file: a.gif',
      /pictures\.0\.file: must be a picture \(jpg, jpeg, png, webp\)/,
    ],
    [
      'a state of the supplier that is not that of the GSTIN',
      'tax.yaml',
      'state: Karnataka',
      'state: Goa',
      'content/tax.yaml: supplier.state: the GSTIN of content/store.yaml is not one of Goa (30)',
    ],
    [
      'a product without a code',
      cream,
      "hsn: '330499'\n",
      '',
      /^content\/products\/barrier-cream\/index\.md: hsn: must be in quotes/,
    ],
    [
      'a product without a unit',
      'products/rose-balance-toner/index.md',
      'unitCode: NOS\n',
      '',
      /^content\/products\/rose-balance-toner\/index\.md: unitCode: /,
    ],
    [
      'a day that the calendar does not have',
      'delivery.yaml',
      '2026-12-25',
      '2026-02-30',
      /^content\/delivery\.yaml: 2026-02-30 is not a day of the calendar at line 23/,
    ],
  ]));
