/** The judged queries: the aims of docs/search.md, and what no result may violate. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { longestSearch } from '#lib/product-constants.ts';
import { awkwardWords } from '../support/catalogue.ts';
import { randomFrom } from '../support/random.ts';
import { aims, grade, gradeAll, readQueries, reportOf, scoreOf, scoresBy } from './evaluate.ts';
import { find, products, search } from './real-engine.ts';

describe.each(['queries', 'unseen'] as const)('%s.yaml', (file) => {
  const grades = gradeAll(readQueries(file), find);
  test('meets the aims over all', () => {
    const { first, recall, disordered } = scoreOf(grades);
    expect(first).toBeGreaterThanOrEqual(aims.first);
    expect(recall).toBeGreaterThanOrEqual(aims.recall);
    expect(disordered).toBeLessThanOrEqual(aims.disordered);
  });
  test.each(['language', 'kind'] as const)('meets the aims for each %s', (property) => {
    for (const [name, { first, recall }] of scoresBy(grades, property)) {
      expect(first, name).toBeGreaterThanOrEqual(aims.firstOfEach);
      expect(recall, name).toBeGreaterThanOrEqual(aims.recallOfEach);
    }
  });
  test('nothing is shown for what is not sold', () =>
    expect(grades.filter(({ query, shown }) => query.kind === 'not-sold' && shown.length)).toEqual([]));
  test('every query names products that exist', () => {
    for (const { right, acceptable } of readQueries(file))
      for (const id of [...right, ...acceptable]) expect(products.has(id), id).toBe(true);
  });
});

test('the table of docs/search.md is of this state: npm run test:search', () => {
  const page = readFileSync(new URL('../../docs/search.md', import.meta.url), 'utf8');
  expect(page).toContain(
    reportOf(gradeAll(readQueries('queries'), find), gradeAll(readQueries('unseen'), find)),
  );
});

describe('what is no match is graded so', () => {
  const query = { q: 'x', language: 'english', kind: 'type', right: ['a', 'b'], acceptable: ['c'] } as const;
  const graded = (shown: string[]) => {
    const { first, found, disordered } = grade({ ...query, right: ['a', 'b'], acceptable: ['c'] }, shown);
    return { first, found, disordered };
  };
  test('a wrong first result', () =>
    expect(graded(['d', 'a'])).toEqual({ first: false, found: 1, disordered: true }));
  test('a wrong result behind the right ones', () =>
    expect(graded(['a', 'c', 'b', 'd'])).toEqual({ first: true, found: 2, disordered: false }));
  test('a right result after the fifth', () =>
    expect(graded(['a', 'c', 'c', 'c', 'c', 'b'])).toEqual({ first: true, found: 1, disordered: false }));
  test('anything for what is not sold', () =>
    expect(grade({ ...query, right: [], acceptable: [] }, ['a']).first).toBe(false));
});

describe('prices and exclusions are never violated', () => {
  const rests = ['', 'serum ', 'cream for dry skin ', 'sunscreen ', 'best ', 'haldi ', 'face wash ', 'glow '];
  const most = (id: string) => (products.get(id)?.price ?? 0) / 100;
  test.each(['under 500', '₹500 se kam', '500 तक', '५०० से कम', 'below rs. 500', 'paanch sau se kam'])(
    '%s',
    (price) => {
      for (const rest of rests)
        for (const id of find(rest + price)) expect(most(id), rest + price).toBeLessThanOrEqual(500);
    },
  );
  const scented = /Parfum|Linalool|Limonene|Citronellol|Geraniol|Eugenol|Farnesol|Santalum Album Oil/;
  test.each([
    'without fragrance',
    'fragrance free',
    'bina khushboo ke',
    'बिना खुशबू',
    'no perfume',
    'unscented',
  ])('%s, by the INCI list', (exclusion) => {
    for (const rest of rests)
      for (const id of find(rest + exclusion))
        expect(products.get(id)?.ingredients ?? '', rest + exclusion).not.toMatch(scented);
  });
  test('some products have fragrance, so that the test above can fail', () =>
    expect(
      [...products.values()].filter(({ ingredients }) => scented.test(ingredients ?? '')).length,
    ).toBeGreaterThan(2));
});

test('every product that contains the typed text comes first, in the order of the rule', () => {
  for (const q of ['serum', 'SPF', 'skin', 'gel', 'aloe', 'e', 'cream', 'harita', 'spf 50']) {
    const text = q.toLowerCase();
    const containing = [...products]
      .filter(([id, { name, category, brand, description }]) =>
        [name, category, brand, id, description].some((field) => field.toLowerCase().includes(text)),
      )
      .map(([id]) => id);
    expect(new Set(find(q).slice(0, containing.length)), q).toEqual(new Set(containing));
  }
});

describe('any 160 characters have an answer', () => {
  const pieces = [
    ...awkwardWords,
    '\u0000',
    '\u200d',
    '\u202e',
    '\ufeff',
    '\ud800',
    '👩🏽‍🔬',
    '   ',
    '\n',
    'के लिए',
    'the',
    '12345678901234567890',
    '₹',
    '-',
    '500-',
    '-500',
    'under',
    'se',
    'bina',
    'without without',
    'free',
    '<script>',
    "' OR 1=1",
    '../',
    '%00',
    'ﷺ',
    '𝓈𝑒𝓇𝓊𝓂',
    'ｓｅｒｕｍ',
    '½',
    '١٢٣',
    'क़',
    'क्ष्',
    '़',
    '्',
  ];
  test('2,000 random texts', () => {
    const random = randomFrom(21);
    for (let n = 0; n < 2_000; n++) {
      let q = '';
      while (q.length < random.between(1, longestSearch))
        q += pieces[random.between(0, pieces.length - 1)] + (random.chance(0.7) ? ' ' : '');
      const { products: found, understood } = search(q.slice(0, longestSearch));
      expect(new Set(found).size).toBe(found.length);
      for (const { rest } of understood) expect(rest.length).toBeLessThanOrEqual(2 * longestSearch);
    }
  });
  test.each([
    'a'.repeat(longestSearch),
    'ab '.repeat(53),
    '5'.repeat(longestSearch),
    'क'.repeat(longestSearch),
    'under '.repeat(26),
    'bina '.repeat(32),
  ])('%s', (q) => expect(Array.isArray(find(q))).toBe(true));
  test('spaces alone find everything', () => expect(find('   ')).toHaveLength(products.size));
});

test('a full-width, accented or composed spelling is the plain one', () => {
  // The rule of substrings finds the kit by its description, for the plain text alone.
  expect(find('serum')).toEqual(expect.arrayContaining(find('ｓｅｒｕｍ')));
  expect(find('sérum')).toEqual(find('ｓｅｒｕｍ'));
  expect(find('झुर्रियाँ'.normalize('NFD'))).toEqual(find('झुर्रियाँ'.normalize('NFC')));
});
