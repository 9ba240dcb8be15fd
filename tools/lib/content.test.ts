/**
 * A mistake in `content/` is one line that names the file, the field and the reason, for every collection.
 */
import { describe, expect, test } from 'vitest';
import { checkFiles, mistakesIn } from '#tools/lib/check-content.ts';
import { checkContent } from '#tools/lib/content.ts';
import { ContentError } from '#tools/lib/content-references.ts';
import { article, type Change, changed, cream, finds } from './testing/broken-content.ts';

test('the committed content is valid', () => expect(checkContent().products.size).toBeGreaterThan(0));

test.each<[...Change, says: RegExp]>([
  ['store.yaml', /^name: .*$/m, 'name: ""', /^content\/store\.yaml: name: must not be empty$/],
  [
    cream,
    /^price: .*$/m,
    'price: 9999',
    /^content\/products\/barrier-cream\/index\.md: price: must not be above/,
  ],
])('a mistake ends the check: in %s', (file, from, to, says) => {
  let thrown: unknown;
  try {
    checkFiles(changed([[file, from, to]]));
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ContentError);
  expect((thrown as Error).message).toMatch(says);
});

test('pictures may be jpeg, png or webp', () => {
  const changes = ['barrier-cream', 'rose-balance-toner', 'aloe-gel-cream'].map(
    (id, n): Change => [`products/${id}/index.md`, /file: \S+/, `file: a.${['jpeg', 'png', 'webp'][n]}`],
  );
  const pictures = changes.map(([file, , to]) => [file.replace('index.md', to.replace('file: ', '')), '']);
  expect(mistakesIn(changed(changes, Object.fromEntries(pictures)))).toEqual({ laws: [], advice: [] });
});

describe('one broken file of each collection', () =>
  finds([
    ['store', 'store.yaml', /^name: .*$/m, 'name: ""', 'name: must not be empty'],
    ['search', 'search.yaml', /^ {2}- id: acne$/m, '  - id: Acne', /^concerns\.0\.id: must be/],
    [
      'products',
      'products/barrier-cream/index.md',
      /^price: .*$/m,
      'price: 9999',
      'price: must not be above the MRP',
    ],
    [
      'ingredients',
      'ingredients/niacinamide.yaml',
      /^sources:[\s\S]*$/m,
      'sources: []\n',
      'sources: must name at least one source',
    ],
    ['delivery', 'delivery.yaml', /- Sikkim/, '- Sikkm', 'zones.2.states.10: there is no state "Sikkm"'],
    [
      'couriers',
      'couriers.yaml',
      /https:\/\/www\.delhivery/,
      'http://www.delhivery',
      'couriers.0.trackingUrl: must be an address that begins with https://',
    ],
    ['tax', 'tax.yaml', /percent: 18/, 'percent: 1800', /^goods\.0\.rates\.0\.percent: \S.*$/],
    ['home', 'home.yaml', /^ {4}title: .*$/m, '    title: ""', /^\S+title: must not be empty$/],
    ['testimonials', 'testimonials.yaml', /role: .*/, 'role: ""', 'testimonials.0.role: must not be empty'],
    [
      'collection',
      'collection.yaml',
      /^ {2}eyebrow: .*$/m,
      `  eyebrow: ${'x'.repeat(41)}`,
      'hero.eyebrow: must be at most 40 characters',
    ],
    ['skin', 'skin.yaml', /group: silicones/, 'group: animal', 'avoid.list: must have all five groups'],
    [
      'journal',
      article,
      /^published: .*$/m,
      'published: yesterday',
      'published: must be a date such as 2026-11-21',
    ],
    ['about', 'about/index.md', /^title: .*$/m, 'title: ""', 'title: must not be empty'],
    [
      'aboutIngredients',
      'about/ingredients.md',
      /product: hyaluronic-dew-serum/,
      'product: Dew Serum',
      'included.list.0.product: must be lower-case words joined by hyphens',
    ],
    [
      'sustainability',
      'about/sustainability.md',
      /^ {2}sample: true$/m,
      '  sample: perhaps',
      'claims.sample: must be true or false: have these figures been audited?',
    ],
    [
      'team',
      'team.yaml',
      /plant: drop/,
      'plant: cactus',
      'people.1.plant: must be one of leaf, drop, flower',
    ],
    [
      'policies',
      'policies/grievance.md',
      /^updated: .*$/m,
      'updated: 21st of November',
      'updated: must be a date such as 2026-11-21',
    ],
    ['faqs', 'faqs/orders.yaml', /to: collection/, 'to: nowhere', /^questions\.0\.link\.to: \S.*$/],
    ['contact', 'contact.yaml', /^ {2}thanks: .*$/m, '', /^support\.thanks: \S.*$/],
  ]));

describe('further errors in the same files', () =>
  finds([
    [
      'a name of a courier without Latin letters',
      'couriers.yaml',
      /name: Delhivery/,
      'name: दिल्लीवरी',
      'couriers.0.name: must have Latin letters or digits',
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
      'supplier.state: the GSTIN of content/store.yaml is not one of Goa (30)',
    ],
    ['a code without quotes', cream, "hsn: '330499'\n", 'hsn: 330499\n', /^hsn: must be in quotes/],
    [
      'a unit that the GST portal does not know',
      'products/rose-balance-toner/index.md',
      'unitCode: NOS\n',
      'unitCode: PIECE\n',
      /^unitCode: /,
    ],
    [
      'a day that the calendar does not have',
      'delivery.yaml',
      '2026-12-25',
      '2026-02-30',
      /^2026-02-30 is not a day of the calendar at line 23/,
    ],
  ]));
