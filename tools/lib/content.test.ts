/**
 * A mistake in `content/` is one line that names the file, the field and the reason, for every collection.
 * rule: long - a table with a row for each content type
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkContent } from '#tools/lib/content.ts';
import { ContentError } from '#tools/lib/content-references.ts';
import { temporaryFolder, writeContent } from '#tools/lib/fixture.ts';

const folder = temporaryFolder();
const content = join(folder.path, 'content');
/** The original contents of files that a test has changed. */
let kept: [path: string, text: string | undefined][] = [];

beforeAll(() => writeContent(folder.path));
afterEach(() => {
  for (const [path, text] of kept.reverse())
    if (text === undefined) rmSync(path);
    else writeFileSync(path, text);
  kept = [];
});
afterAll(() => folder.remove());

function write(file: string, text: string): void {
  const path = join(content, file);
  kept.push([path, existsSync(path) ? readFileSync(path, 'utf8') : undefined]);
  writeFileSync(path, text);
}

/** Puts something wrong into a file. */
function spoil(file: string, from: RegExp | string, to: string): void {
  const text = readFileSync(join(content, file), 'utf8');
  const spoilt = text.replace(from, to);
  expect(spoilt, `${file} holds ${from}`).not.toBe(text);
  write(file, spoilt);
}

/** The line that an editor reads. */
function complaint(): string {
  try {
    checkContent(content);
  } catch (error) {
    expect(error).toBeInstanceOf(ContentError);
    return (error as Error).message;
  }
  return 'nothing is wrong';
}

test('the committed content is valid', () => expect(complaint()).toBe('nothing is wrong'));

const article = 'journal/turmeric-and-saffron.md';

describe('one broken file of each collection', () => {
  test.each<[collection: string, file: string, from: RegExp, to: string, says: RegExp]>([
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
    [
      'names of couriers',
      'couriers.yaml',
      /name: Delhivery/,
      'name: दिल्लीवरी',
      /^content\/couriers\.yaml: couriers\.0\.name: must have Latin letters or digits$/,
    ],
  ])('%s', (_, file, from, to, says) => {
    spoil(file, from, to);
    expect(complaint()).toMatch(says);
  });
});

describe('errors that a schema alone does not find', () => {
  test('an unknown field', () => {
    spoil('team.yaml', /^title: /m, 'tilte: ');
    expect(complaint()).toMatch(/^content\/team\.yaml: \S.*/);
  });

  test('invalid YAML', () => {
    write('team.yaml', 'title: "no end');
    expect(complaint()).toMatch(/^content\/team\.yaml: \S.*/);
  });

  test('Markdown without front matter', () => {
    write('about/ingredients.md', 'Only words.');
    expect(complaint()).toBe(
      'content/about/ingredients.md: must begin with front matter between two lines of ---',
    );
  });

  test.each(['team.yaml', 'policies/grievance.md', 'faqs/shipping.yaml'])('%s is not there', (file) => {
    write(file, readFileSync(join(content, file), 'utf8'));
    rmSync(join(content, file));
    expect(complaint()).toBe(`content/${file}: the file is missing`);
  });

  test('a file that belongs to no content type', () => {
    write('policies/returns.md', 'Only words.');
    expect(complaint()).toBe(
      'content/policies/returns.md: no content type has this file (content/collections.ts)',
    );
  });

  test('a picture that is not beside the text', () => {
    spoil('about/sustainability.md', 'file: sustainability.jpg', 'file: sustainable.jpg');
    expect(complaint()).toBe(
      'content/about/sustainability.md: picture.file: there is no picture content/about/sustainable.jpg',
    );
  });

  test('a tag that search does not know', () => {
    spoil('products/barrier-cream/index.md', '  - dryness', '  - dampness');
    expect(complaint()).toMatch(
      /^content\/products\/barrier-cream\/index\.md: tags\.\d+: content\/search\.yaml has no "dampness"$/,
    );
  });

  test('a meaning that search has twice', () => {
    spoil('search.yaml', 'id: acne', 'id: dryness');
    expect(complaint()).toMatch(/^content\/search\.yaml: concerns\.\d+\.id: "dryness" is used twice$/);
  });

  test('a skin type with a concern that does not exist', () => {
    spoil('search.yaml', 'concern: redness', 'concern: greenness');
    expect(complaint()).toMatch(
      /^content\/search\.yaml: skins\.\d+\.concern: there is no concern "greenness"$/,
    );
  });

  test('an ingredient on a label that nothing explains', () => {
    spoil('products/barrier-cream/index.md', 'Squalane,', 'Squalene,');
    expect(complaint()).toBe(
      'content/products/barrier-cream/index.md: ingredients: content/ingredients has no entry for "Squalene"',
    );
  });

  test('an ingredient in the list of a kit that nothing explains', () => {
    spoil('products/morning-ritual-kit/index.md', 'Daily Veil: Aqua,', 'Daily Veil: Agua,');
    expect(complaint()).toMatch(/morning-ritual-kit\/index\.md: ingredients: .* has no entry for "Agua"$/);
  });

  test('two ingredients with one name', () => {
    spoil('ingredients/zinc-pca.yaml', /^inci: .*$/m, 'inci: NICOTINAMIDE');
    expect(complaint()).toBe(
      'content/ingredients/zinc-pca.yaml: inci: content/ingredients/niacinamide.yaml has the name "nicotinamide" too',
    );
  });

  test('an ingredient with a concern that search does not know', () => {
    spoil('ingredients/niacinamide.yaml', '  - oiliness', '  - oilyness');
    expect(complaint()).toBe(
      'content/ingredients/niacinamide.yaml: concerns.0: content/search.yaml has no concern "oilyness"',
    );
  });

  test('an ingredient whose file name cannot be part of an address', () => {
    write('ingredients/Zinc PCA.yaml', readFileSync(join(content, 'ingredients/zinc-pca.yaml'), 'utf8'));
    expect(complaint()).toMatch(/^content\/ingredients\/Zinc PCA\.yaml: the file: must be lower-case words/);
  });

  test('a product that the shop does not have', () => {
    spoil('about/ingredients.md', 'product: vitamin-c-glow-serum', 'product: vitamin-d-serum');
    expect(complaint()).toBe(
      'content/about/ingredients.md: included.list.2.product: there is no product "vitamin-d-serum"',
    );
  });

  test.each(['/nowhere', 'policies/refund', '/product/rose'])('a link to %s', (link) => {
    spoil(article, /$/, `[more](${link})`);
    expect(complaint()).toMatch(`content/${article}: the shop has no page ${link}: a link is an address`);
  });

  test('pictures may be jpeg, png or webp, and nothing else', () => {
    const product = 'products/barrier-cream/index.md';
    for (const name of ['a.jpeg', 'a.png', 'a.webp']) {
      write(`products/barrier-cream/${name}`, '');
      spoil(product, /file: \S+/, `file: ${name}`);
      expect(complaint()).toBe('nothing is wrong');
    }
    spoil(product, /file: \S+/, 'file: a.gif');
    expect(complaint()).toMatch(/pictures\.0\.file: must be a picture \(jpg, jpeg, png, webp\)/);
  });

  test.each([
    ['home.yaml', 'hero-1.jpg', 'slides.0.picture.file', 'home/'],
    ['home.yaml', 'results-after.jpg', 'results.after.file', 'home/'],
    ['collection.yaml', 'hero-2.jpg', 'hero.picture', 'home/'],
    ['collection.yaml', 'purifying-cleanser/2.jpg', 'guide.steps.0.picture', 'products/'],
    ['collection.yaml', 'ingredients.jpg', 'science.picture', 'about/'],
    ['skin.yaml', 'journal/serum-texture.jpg', 'picture', ''],
  ])('%s without the picture %s', (file, picture, field, place) => {
    spoil(file, picture, picture.replace('.jpg', '~2.jpg'));
    expect(complaint()).toBe(
      `content/${file}: ${field}: there is no picture content/${place}${picture.replace('.jpg', '~2.jpg')}`,
    );
  });

  test('an article in a folder of its own', () => {
    mkdirSync(join(content, 'journal/old'));
    write('journal/old/rose.md', readFileSync(join(content, article), 'utf8'));
    expect(complaint()).toMatch(/^content\/journal\/old\/rose\.md: no content type has this file/);
  });

  test('a picture that a product does not have', () => {
    spoil('about/index.md', 'number: 1', 'number: 8');
    expect(complaint()).toBe(
      'content/about/index.md: more.pages.0.picture.number: turmeric-clay-mask has no picture 8',
    );
  });

  test('a district that the directory of pincodes does not have', () => {
    spoil('delivery.yaml', 'Ahmadabad, Gujarat', 'Ahmedabad, Gujarat');
    expect(complaint()).toBe(
      'content/delivery.yaml: zones.3.districts: the directory of pincodes has no "Ahmedabad, Gujarat"',
    );
  });

  test('a GSTIN with another check digit', () => {
    spoil('store.yaml', /^ {2}gstin: .*$/m, '  gstin: 29ABCDE1234F1Z5');
    expect(complaint()).toMatch(/^content\/store\.yaml: legal\.gstin: The last character/);
  });

  test('a state of the supplier that is not that of the GSTIN', () => {
    spoil('tax.yaml', 'state: Karnataka', 'state: Goa');
    expect(complaint()).toBe(
      'content/tax.yaml: supplier.state: the GSTIN of content/store.yaml is not one of Goa (30)',
    );
  });

  test('a product with a code that has no rate, or without a code or unit', () => {
    const file = 'products/barrier-cream/index.md';
    spoil(file, "hsn: '330499'", "hsn: '330510'");
    expect(complaint()).toBe(`content/${file}: hsn: content/tax.yaml has no rate for 330510`);
    spoil(file, "hsn: '330510'\n", '');
    expect(complaint()).toMatch(/^content\/products\/barrier-cream\/index\.md: hsn: must be in quotes/);
    spoil(file, 'unitCode: NOS', "hsn: '330499'");
    expect(complaint()).toMatch(/^content\/products\/barrier-cream\/index\.md: unitCode: /);
  });

  test('a day that the calendar does not have', () => {
    spoil('delivery.yaml', '2026-12-25', '2026-02-30');
    expect(complaint()).toMatch(
      /^content\/delivery\.yaml: 2026-02-30 is not a day of the calendar at line 23/,
    );
  });

  test('an unknown fact of the store', () => {
    spoil('policies/refund.md', '{{returns.days}}', '{{return.days}}');
    expect(complaint()).toMatch(
      /^content\/policies\/refund\.md: \{\{return\.days\}\}: no such fact; use one of name, /,
    );
  });
});
