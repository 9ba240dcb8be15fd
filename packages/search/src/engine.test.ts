/** What the kinds of a catalogue's own concepts do. */
import { expect, test } from 'vitest';
import { createEngine, findPages, search } from './engine.ts';
import { type ConceptSource, indexCatalogue } from './index-catalogue.ts';
import { sampleProduct } from './testing/sample-product.ts';

const names = ['Assam Black', 'Green Tulsi', 'Masala Black', 'Rose Green', 'Camomile'];
const products = names.map((name, order) =>
  sampleProduct(`p${order}`, { name, brand: 'Bagan', category: 'tea', price: 10_000 * (order + 1), order }),
);
const concept = (id: string, kind: string, phrases: string, positions: readonly number[]): ConceptSource => ({
  id,
  kind,
  label: id,
  phrases: phrases.split(','),
  matches: new Map(positions.map((position) => [position, 9])),
});
const grammar = (kind: string, phrases: string) => ({ ...concept(kind, kind, phrases, []), label: '' });

const file = indexCatalogue({
  products: products.map(({ name, brand }) => ({ name, brand, texts: [] })),
  concepts: [
    concept('strong', 'taste', 'strong,kadak,कड़क', [0, 2]),
    { ...concept('calming', 'use', 'calming,sukoon,सुकून', [1, 4]), lessOf: ['caffeine', 'stress'] },
    concept('cold', 'use', 'cold,zukaam,ज़ुकाम', [1, 2]),
    concept('caffeine', 'substance', 'caffeine,कैफ़ीन', [0, 2, 3]),
    concept('leaf', 'form', 'loose leaf,patti', [0, 1, 2, 3]),
    concept('saffron', 'substance', 'saffron,kesar', []),
    grammar('without', 'without,bina'),
    grammar('freeOf', 'free'),
    grammar('less', 'kam,reduce'),
    grammar('under', 'under'),
    grammar('underAfter', 'se kam'),
    grammar('filler', 'tea,chai,for,ke,liye,wali'),
    grammar('notSold', 'coffee'),
  ],
  pages: [
    { kind: 'article', title: 'Patti or bags?', url: '/leaf' },
    { kind: 'article', title: 'Our garden', url: '/garden' },
  ],
  topics: ['form'],
  unknown: [4],
});
const engine = createEngine(file, products, {
  taste: { weight: 3, isFilter: true },
  use: { weight: 4, isEither: true },
  substance: { weight: 2, isExcludable: true, isListed: true },
  form: { weight: 2 },
});
const found = (q: string) => search(engine, q).products.map(({ name }) => name);

test.each([
  ['a filter', 'kadak chai', ['Assam Black', 'Masala Black']],
  ['Devanagari', 'कड़क', ['Assam Black', 'Masala Black']],
  ['a spelling', 'kaddak', ['Assam Black', 'Masala Black']],
  [
    'one of two uses; what has both comes first',
    'calming for cold',
    ['Green Tulsi', 'Masala Black', 'Camomile'],
  ],
  ['a filter with a use', 'strong for cold', ['Masala Black']],
  ['an exclusion', 'chai bina caffeine', ['Green Tulsi', 'Camomile']],
  ['an exclusion behind its word', 'caffeine free', ['Green Tulsi', 'Camomile']],
  ['a price', 'patti 200 se kam', ['Assam Black', 'Green Tulsi']],
  ['what there is too much of', 'stress ke liye kam', ['Green Tulsi', 'Camomile']],
  ['what there is too much of, behind its word', 'reduce caffeine', ['Green Tulsi', 'Camomile']],
  ['less of one that is known', 'caffeine kam 200 se kam', ['Green Tulsi']],
  ['a price is no word for less', 'caffeine 200 se kam', ['Assam Black']],
  ['what no product has', 'kesar', []],
  ['what is not sold', 'coffee', []],
])('%s: %s', (_, q, expected) => expect(found(q)).toEqual(expected));

test('what cannot be excluded is not: its products are found', () =>
  expect(found('without patti')).toEqual(found('loose leaf')));

test('an exclusion leaves products open of which it is not known', () => {
  expect(search(engine, 'without caffeine').unknown).toEqual(['p4']);
  expect(search(engine, 'loose leaf').unknown).toEqual([]);
});

test('each clause has the rest of the text', () =>
  expect(
    search(engine, 'strong patti under 500').understood.map(({ clause, rest }) => [clause.kind, rest]),
  ).toEqual([
    ['concept', 'patti under 500'],
    ['concept', 'strong under 500'],
    ['price', 'strong patti'],
  ]));

test('a filter of the caller and an order by price apply to all results', () => {
  const options = { sort: 'high-low', filter: ({ price }: { price: number }) => price > 10_000 };
  expect(search(engine, 'loose leaf', options).products.map(({ id }) => id)).toEqual(['p3', 'p2', 'p1']);
});

test('a code on a label finds its product first, and its size', () => {
  const sizes = [
    { id: 'p0', label: '50 g' },
    { id: 'p0--large', label: '100 g' },
  ];
  const sold = products.map((product) => (product.id === 'p0' ? { ...product, variants: sizes } : product));
  const codes = [[['ab-1', '0036000291452'], ['AB 2']], [['green']], [], [['AB-1']], []];
  const coded = createEngine(
    indexCatalogue({
      products: sold.map(({ name, brand }, n) => ({ name, brand, texts: [], codes: codes[n] ?? [] })),
      concepts: [],
    }),
    sold,
    {},
  );
  const look = (q: string) => {
    const { products: all, opened } = search(coded, q);
    return [...all.map(({ id }) => id), ...Object.values(opened)].join(' ');
  };
  expect(look('ab2')).toBe('p0 p0--large');
  expect(look('36000291452')).toBe('p0');
  // Two products have it; the words of names come behind a code.
  expect(look('AB1')).toBe('p0 p3');
  expect(look('Green')).toBe('p1 p3');
  expect(look('600029145')).toBe('');
});

test('pages are found by their topics and words', () => {
  expect(findPages(engine, 'loose leaf', 2).map(({ url }) => url)).toEqual(['/leaf']);
  expect(findPages(engine, 'garden', 2).map(({ url }) => url)).toEqual(['/garden']);
});
