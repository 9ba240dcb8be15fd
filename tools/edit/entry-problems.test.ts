/** The build's rules as an editor meets them when saving. */
import { expect, test } from 'vitest';
import { frontMatter } from '#tools/lib/check-content.ts';
import { contentFiles } from '#tools/lib/content.ts';
import { makeSnapshot } from './build-editor.ts';
import { problemsOf } from './entry-problems.ts';

const snapshot = makeSnapshot();
const read = (name: string): Record<string, unknown> => {
  const text = contentFiles().read(name) ?? '';
  // The CMS has dates as texts.
  const values = JSON.parse(JSON.stringify(frontMatter(name, text)).replace(/T00:00:00.000Z/g, ''));
  return name.endsWith('.md') ? { ...values, body: text.split('---\n').at(-1)?.trim() } : values;
};
const problemsWith = (name: string, changes: Record<string, unknown>, files = snapshot) =>
  problemsOf({ name, values: { ...read(name), ...changes } }, files);

const cream = 'products/barrier-cream/index.md';

test.each(Object.keys(snapshot.texts))('%s has no problem', (name) =>
  expect(problemsOf({ name, values: read(name) })).toEqual({ wrong: [], doubtful: [] }),
);

test.each<[what: string, changes: Record<string, unknown>, says: RegExp]>([
  [
    'a picture of another format',
    { pictures: [{ file: 'a.tif', alt: 'A' }] },
    /^Pictures, 1, Picture: must be/,
  ],
  [
    'a skin type that is not listed',
    { skinType: 'Oily Skin' },
    /^Found under: must contain the skin type "Oily Skin"/,
  ],
  [
    'HTML in a plain text',
    { description: 'A <b>cream</b>' },
    /^Description: is plain text and has HTML in it/,
  ],
  ['a named character of HTML', { name: 'Barrier&nbsp;Cream' }, /^Name: is plain text and has HTML in it/],
  [
    'a link that runs a script',
    { body: '[a](java\nscript:x)' },
    /^Text: a link cannot begin with javascript:/,
  ],
  [
    'a second title',
    { body: 'A\n\n# For whom' },
    /^Text: the page already has a title: please make “# For whom” a head/,
  ],
  ['an underlined title', { body: 'For whom\n===' }, /^Text: the page already has a title/],
])('%s is wrong', (_, changes, says) =>
  expect(problemsOf({ name: cream, values: { ...read(cream), ...changes } }).wrong).toEqual([
    expect.stringMatching(says),
  ]),
);

test('a price above the MRP is wrong, and said once', () =>
  expect(problemsWith(cream, { price: 900 })).toEqual({
    wrong: ['Price: must not be above the MRP.'],
    doubtful: [],
  }));

test('a new product needs a name, a price, a category, and a picture or a drawing', () => {
  const name = 'products/lip-butter/index.md';
  const values = { name: 'Lip Butter', price: 249, category: 'moisturizer' };
  // As the CMS has what was left empty.
  const empty = { brand: '', pictures: [], features: [], originalPrice: null, skinType: '' };
  expect(problemsOf({ name, values: { ...empty, ...values, placeholder: true } }, snapshot)).toEqual({
    wrong: [],
    doubtful: [],
  });
  expect(problemsOf({ name, values: { ...empty, ...values } }, snapshot)).toEqual({
    wrong: [],
    doubtful: ['Pictures: has none: add one, or choose the drawn picture (placeholder: true).'],
  });
});

test('a price that changes by more than half is asked about', () => {
  const { price } = read(cream) as { price: number };
  const said = (changes: object) => problemsWith(cream, { originalPrice: 5000, ...changes }).doubtful;
  expect(said({ price: price / 2 - 1 })).toContain(
    `Price: changed from ${price} to ${price / 2 - 1}, by more than half.`,
  );
  expect(said({ price: price * 1.6 })).toContain(
    `Price: changed from ${price} to ${price * 1.6}, by more than half.`,
  );
  expect(said({ price: price * 0.6 })).not.toContainEqual(expect.stringMatching(/^Price/));
});

test('a comment of code is no title, and other entries have their names', () => {
  expect(problemsWith(cream, { body: '```\n# a comment\n```\n\n## For whom\n\nA #tag' }).wrong).toEqual([]);
  const texts = {
    ...snapshot.texts,
    'products/morning-ritual-kit/index.md': (
      snapshot.texts['products/morning-ritual-kit/index.md'] ?? ''
    ).replace(/^price: .*/m, 'price: 99999'),
    'home.yaml': '{}',
  };
  const { doubtful } = problemsWith(cream, { body: '[a](/a)' }, { ...snapshot, texts });
  expect(doubtful).toContainEqual(expect.stringMatching(/^Morning Ritual: Price: must not be above the MRP/));
  expect(doubtful).toContainEqual(expect.stringMatching(/^Home page: /));
});

test('a typed picture is doubtful', () =>
  expect(problemsWith('skin.yaml', { picture: 'journal/no.jpg' })).toEqual({
    wrong: [],
    doubtful: [expect.stringMatching(/^Picture: there is no picture content\/j/)],
  }));

test('what is missing or empty is left to the CMS, and a new picture counts as saved', () => {
  const none = { wrong: [], doubtful: [] };
  const missing = { name: '', features: ['', ''], faqs: [null], rating: null, volume: '' };
  const pictures = [{ file: 'IMG_2024~2.webp', alt: 'A jar' }];
  expect(problemsWith(cream, { ...missing, pictures })).toEqual(none);
  const hero = { ...(read('collection.yaml').hero as object), picture: 'new.jpg' };
  expect(problemsWith('collection.yaml', { hero })).toEqual(none);
});

test('links and facts of a draft that misses fields are checked, and nothing is said of others', () => {
  expect(problemsWith(cream, { name: '', body: '[a](/a) [b](/b)' }).doubtful).toEqual([
    expect.stringMatching(/^The shop has no page \/a:/),
    expect.stringMatching(/^The shop has no page \/b:/),
  ]);
  const policy = problemsWith('policies/refund.md', { title: '', body: '{{a}} {{b}}' });
  expect(policy.doubtful).toEqual([
    expect.stringMatching(/^\{\{a\}\}: no such fact/),
    expect.stringMatching(/^\{\{b\}\}: no such fact/),
  ]);
});

test('all mistakes are listed, those of the entry first and the others with the names of their entries', () => {
  const texts = { ...snapshot.texts, 'products/rose-balance-toner/index.md': '---\nname: "no end\n---\n' };
  const changes = { hsn: '330599', ingredients: 'Aqua, Stardust', body: '[a](/a)' };
  expect(problemsWith(cream, changes, { ...snapshot, texts }).doubtful).toEqual([
    expect.stringMatching(/^All ingredients: .* no entry for "Stardust"/),
    'HSN: content/tax.yaml has no rate for 330599.',
    expect.stringMatching(/^The shop has no page/),
    expect.stringMatching(/^Products rose-balance-toner: Missing closing "quote/),
  ]);
});

const copy = 'products/neem-gel/index.md';

test.each<[what: string, changes: Record<string, unknown>, first: string]>([
  ['a new product', {}, 'Description, Claims on the card'],
  ['a draft of one that misses a field', { description: '' }, 'Claims on the card'],
])('%s is told what it has of the one that it was made from', (_, changes, first) => {
  const values = { ...read('products/aloe-gel-cream/index.md'), name: 'Neem Gel', routine: null, ...changes };
  expect(problemsOf({ name: copy, values }, snapshot).doubtful).toEqual([
    `The same as in Aloe Gel Cream: Pictures, Line under the name, ${first}, Benefits, Key ingredients, All ingredients, How to use, Questions and answers, Text.`,
  ]);
});
