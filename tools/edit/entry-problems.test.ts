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
const problemsWith = (name: string, changes: Record<string, unknown>, isNew = false) =>
  problemsOf({ name, values: { ...read(name), ...changes }, isNew }, snapshot);

const cream = 'products/barrier-cream/index.md';
const article = 'journal/turmeric-and-saffron.md';

test.each(Object.keys(snapshot.texts))('%s has no problem', (name) =>
  expect(problemsOf({ name, values: read(name), isNew: false }, undefined)).toEqual({
    wrong: [],
    doubtful: [],
  }),
);

test.each<[what: string, name: string, changes: Record<string, unknown>, says: RegExp]>([
  ['a price above the MRP', cream, { price: 900 }, /^Price: must not be above the MRP/],
  [
    'a picture of another format',
    cream,
    { pictures: [{ file: 'a.tif', alt: 'A' }] },
    /^Pictures, 1, Picture: must be/,
  ],
  ['a skin type that is not listed', cream, { skinType: 'Oily Skin' }, /^Found under: must contain/],
])('%s is wrong', (_, name, changes, says) =>
  expect(problemsWith(name, changes)).toEqual({ wrong: [expect.stringMatching(says)], doubtful: [] }),
);

test.each<[what: string, name: string, changes: Record<string, unknown>, says: RegExp]>([
  ['a broken link', article, { body: 'See [us](/nowhere).' }, /^The shop has no page \/nowhere/],
  ['an unknown fact', 'policies/refund.md', { body: '{{returns.weeks}}' }, /no such fact/],
  ['a code without a rate', cream, { hsn: '330599' }, /^HSN: content\/tax\.yaml has no rate for 330599\.$/],
  [
    'an unknown ingredient',
    cream,
    { ingredients: 'Aqua, Stardust' },
    /^All ingredients: .* no entry for "Stardust"/,
  ],
])('%s is doubtful', (_, name, changes, says) =>
  expect(problemsWith(name, changes)).toEqual({ wrong: [], doubtful: [expect.stringMatching(says)] }),
);

test('what is missing or empty is left to the CMS, and a new picture counts as saved', () => {
  expect(problemsWith(cream, { name: '' })).toEqual({ wrong: [], doubtful: [] });
  const changes = { rating: null, volume: '', pictures: [{ file: 'new.webp', alt: 'A jar' }] };
  expect(problemsWith(cream, changes)).toEqual({ wrong: [], doubtful: [] });
});

test('a new product is told what it has of the one that it was made from', () => {
  const values = { ...read('products/aloe-gel-cream/index.md'), name: 'Neem Gel', routine: null };
  expect(problemsOf({ name: 'products/neem-gel/index.md', values, isNew: true }, snapshot).doubtful).toEqual([
    'The same as in Aloe Gel Cream: Description, Claims on the card, Benefits, Key ingredients, All ingredients, Questions and answers.',
  ]);
});
