/** What product pages, articles and the planner's page say of routines without a script. */
import { expect, test } from 'vitest';
import { builtPage, htmlOf } from './pages.ts';

test('a product page names what goes well and what is kept apart, and links to a routine', () => {
  const { texts, attributes } = builtPage('/product/bakuchiol-renewal-serum');
  expect(texts('.pairs h3')).toEqual(['Goes well with', 'Not on the same evening as']);
  const links = attributes('.pairs a', 'href');
  expect(links).toEqual(
    expect.arrayContaining(['/product/barrier-cream', '/product/turmeric-clay-mask', '/routine#1-rs']),
  );
  expect(texts('.pairs dt').join()).toContain('an exfoliating acid (AHA)');
});

test('a kit links to the routine of its parts, an article to that of its products', () => {
  expect(builtPage('/product/morning-ritual-kit').attributes('.pairs .onward', 'href')).toEqual([
    '/routine#1-pc-gs-dv',
  ]);
  expect(htmlOf('journal/turmeric-and-saffron.html')).toMatch(/href="\/routine#1-[a-z-]+"/);
});

test('without scripts, the page has the order with its source', () => {
  const { texts } = builtPage('/routine');
  expect(texts('#order h3')).toEqual(['Cleanse', 'Mask', 'Tone', 'Treat', 'Moisturise', 'Oil', 'Protect']);
  expect(texts('#order .sources').join()).toContain('American Academy of Dermatology');
  expect(texts('#patch-test li')).toHaveLength(4);
});
