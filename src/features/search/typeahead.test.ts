/** What is suggested while somebody types (docs/behaviour.md, "Header"). */
import type { FileConcept, FilePage, SearchFile } from 'search/search-file';
import { soundOf } from 'search/sounds';
import { expect, test } from 'vitest';
import { sampleCard } from '#domain/catalogue/testing/sample-card.ts';
import { openEngine } from '#domain/search/engine.ts';
import type { PageKind } from '#domain/search/make-index.ts';
import { openServices } from '#domain/search/services.ts';
import { suggestionsFor, suggestionsForNothing } from './typeahead.ts';

const product = (name: string, order: number) =>
  sampleCard(name.toLowerCase().replaceAll(' ', '-'), {
    name,
    price: 10_000 * order,
    originalPrice: 100_000,
    order,
  });
const concept = (
  kind: FileConcept['kind'],
  label: string,
  words: string[],
  products = '9:0,1',
): FileConcept => ({
  id: label,
  kind,
  label,
  sounds: words.map((word) => soundOf(...word.split(' '))).join(' '),
  products,
  query: words[0] ?? '',
});
const page = (kind: PageKind, title: string): FilePage<PageKind> => ({
  kind,
  title,
  url: `/${kind}`,
  concepts: [],
});

const file: SearchFile<PageKind> = {
  concepts: [
    concept('type', 'serum', ['serum']),
    concept('concern', 'Acne and pimples', ['acne', 'pimple', 'muhase']),
    concept('skin', 'oily skin', ['oily skin', 'oily']),
    concept('concern', 'Sunburn', ['sunburn'], ''),
    concept('free', 'fragrance', ['fragrance']),
  ],
  words: {},
  unknown: '',
  pages: [page('article', 'Serum'), page('answer', 'Serums'), page('answer', 'Serum')],
};
const products = ['Serum A', 'Serum B', 'Serum C', 'Serum D', 'Serum E'].map(product);
const services = openServices([
  {
    title: 'Track an order',
    text: '',
    link: '/track',
    sounds: 'trak order'
      .split(' ')
      .map((word) => soundOf(word))
      .join(' '),
  },
]);
const source = { engine: openEngine(file, products), file, services };
const labels = (text: string, recent: string[] = []) =>
  suggestionsFor(text, recent, source).map(({ kind, label }) => `${kind} ${label}`);
const searches = (text: string) =>
  suggestionsFor(text, [], source).flatMap((one) => (one.kind === 'search' ? one.q : []));

test('an empty box suggests all recent searches, then popular ones: eight together, but at least three of these', () => {
  const lines = (...recent: string[]) =>
    suggestionsForNothing(recent, ['Serum', 'oily skin', 'neem', 'toner', 'mask', 'haldi', 'kit', 'spf']).map(
      ({ kind, label }) => `${kind} ${label}`,
    );
  expect(lines('rose', 'serum')).toEqual([
    'recent rose',
    'recent serum',
    ...['oily skin', 'neem', 'toner', 'mask', 'haldi', 'kit'].map((q) => `popular ${q}`),
  ]);
  expect(lines()).toHaveLength(8);
  expect(lines('a', 'b', 'c', 'd', 'e', 'f').slice(6)).toEqual([
    'popular Serum',
    'popular oily skin',
    'popular neem',
  ]);
  expect(suggestionsForNothing([], [])).toEqual([]);
});

test('at most eight: recent searches, concepts, products, then articles and answers', () =>
  expect(labels('ser', ['serum for night', 'serum b', 'serum c', 'rose'])).toEqual([
    'recent serum for night',
    'recent serum b',
    'search serum',
    'product Serum A',
    'product Serum B',
    'product Serum C',
    'article Serum',
    'answer Serums',
  ]));

test.each([
  ['acn', 'the beginning of its first word', ['acne']],
  ['PIMP', 'of another of its words', ['acne']],
  ['muhaa', 'of a Hindi word in another spelling', ['acne']],
  ['akne', 'a misspelt word', ['acne']],
  ['oily skin', 'the text itself is not suggested', []],
  ['serum oi', 'the last word is completed', ['serum oily skin']],
  ['serum aknee', 'the last word is misspelt', ['serum acne']],
  ['sunb', 'no product has it', []],
  ['frag', 'what products are free of is no search', []],
  ['a', 'one letter says too little', []],
  ['zzqxw', 'nothing', []],
])('%s: %s', (text, _, expected) => expect(searches(text)).toEqual(expected));

test('a page of the shop comes first, unless a product is asked for', () => {
  const first = (text: string) => suggestionsFor(text, [], source)[0]?.label;
  for (const text of ['track', 'my order', 'TRACK ORDER', 'trak']) expect(first(text)).toBe('Track an order');
  expect(first('order a serum')).not.toBe('Track an order');
});

test('before the data are loaded, recent searches only', () =>
  expect(suggestionsFor('se', ['serum', 'rose'], undefined)).toEqual([
    { kind: 'recent', label: 'serum', q: 'serum' },
  ]));
