/** The journal: its index and its articles. */
import { describe, expect, test } from 'vitest';
import { readStore } from '#tools/lib/content.ts';
import { builtPage, deadLinks } from './pages.ts';

const { url: home, name: shopName } = readStore();
const articles = [
  'how-much-sunscreen-is-enough',
  'how-to-read-a-serum-label',
  'turmeric-and-saffron',
  'washing-in-hard-water',
];
const paths = articles.map((slug) => `/journal/${slug}`);

test('the index links to every article', () =>
  expect(builtPage('/journal').attributes('main article a', 'href').sort()).toEqual(paths));

describe.each(paths)('%s', (path) => {
  const { data, texts, attributes } = builtPage(path);

  test('is an article of 500 to 800 words, with structured data', () => {
    const words = texts('.prose')[0]?.split(' ').length;
    expect(words).toBeGreaterThanOrEqual(500);
    expect(words).toBeLessThanOrEqual(800);
    const article = data().find((one) => one['@type'] === 'Article');
    expect(article).toMatchObject({
      headline: texts('h1')[0],
      inLanguage: 'en-IN',
      datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      mainEntityOfPage: home + path,
      author: expect.objectContaining({ name: expect.any(String) }),
      publisher: expect.objectContaining({ name: shopName }),
      image: [expect.stringMatching(/\/media\/og\/journal\/.*\.jpg$/)],
    });
    expect(deadLinks([new URL(article?.image[0]).pathname], '/')).toEqual([]);
  });

  test('mentions products that are sold, and links to three other articles', () => {
    const links = attributes('main a', 'href');
    expect(links).toContainEqual(expect.stringMatching(/^\/product\//));
    const others = attributes('main .others a', 'href');
    expect(new Set(others)).toEqual(new Set(paths.filter((one) => one !== path)));
  });
});
