/**
 * What static pages say: Home, the collection, the pages about the shop and the policies (docs/behaviour.md, "Home",
 * "Collection", "Texts and answers"). tests/built/links.test.ts follows their links.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readStore } from '#tools/lib/content.ts';
import { attributeOf, builtPage, folder, pageFiles, textOf } from './pages.ts';

const store = readStore();

/** The section with this heading. */
function section(path: string, heading: string) {
  const { root, find } = builtPage(path);
  const title = root.querySelectorAll('h2, h3').find((one) => textOf(one) === heading);
  const within = title?.id ? `[aria-labelledby="${title.id}"]` : `[aria-label="${heading}"]`;
  return {
    count: (selector: string) => find(`${within} ${selector}`).length,
    texts: (selector: string) => find(`${within} ${selector}`).map(textOf),
    text: find(within).map(textOf).join(' '),
  };
}

describe('Home', () => {
  const { texts, find, attributes } = builtPage('/');

  test('names four essentials with pictures, and five badges', () => {
    expect(texts('.essentials li').map((text) => text.toLowerCase())).toEqual([
      'sun protection',
      'renewal serum',
      'hydra moisturizer',
      'purifying cleanser',
    ]);
    expect(find('.essentials img')).toHaveLength(4);
    expect(texts('.badges li')).toEqual([
      '100% Natural Botanical',
      'Chemical Free',
      'Cruelty Free',
      'Dermatologically Tested',
      'Recyclable Packaging',
    ]);
  });

  test("'Latest Collection' lists the first 2 products; 'Skincare Journal' has four linked cards", () => {
    const products = new Set(
      attributes('.latest .card a', 'href').filter((to) => to?.startsWith('/product/')),
    );
    expect(products.size).toBe(2);
    expect(find('.journal article')).toHaveLength(4);
    expect(new Set(attributes('.journal article a', 'href')).size).toBe(4);
  });

  test("the hero's first picture loads first; slides have the alt texts 'Slide 1' and 'Slide 2'", () => {
    const slides = find('[data-carousel] img').filter((one) => /^Slide/.test(attributeOf(one, 'alt') ?? ''));
    expect(slides.map((one) => attributeOf(one, 'alt'))).toEqual(['Slide 1', 'Slide 2']);
    expect(slides[0] && attributeOf(slides[0], 'loading')).toBe('eager');
    expect(slides[0] && attributeOf(slides[0], 'fetchpriority')).toBe('high');
    expect(texts('[data-carousel]')[0]).toContain('on clay stands in warm light');
  });

  test('the counters have their final numbers without scripts', () => {
    expect(texts('[data-counter] dt')).toEqual([
      'Happy Customers',
      'Skin Satisfaction',
      'Natural Products',
      'Countries',
    ]);
    const numbers = find('[data-counter] dd > [aria-hidden]').map((one) => textOf(one).replace(/\s/g, ''));
    expect(numbers).toEqual(['500+', '98%', '42+', '3+']);
  });

  test('nine clients are marked as samples, and a film has at most 400 KiB', () => {
    expect(find('.client')).toHaveLength(9);
    for (const client of texts('.client')) expect(client).toContain('Sample');
    const films = ['video source', 'video[src]', 'video[data-src]'].flatMap((selector) =>
      find(selector).flatMap((one) => attributeOf(one, 'src') ?? attributeOf(one, 'data-src') ?? []),
    );
    expect(films.length).toBeGreaterThan(0);
    for (const film of films) expect(statSync(join(folder, film)).size / 1024, film).toBeLessThanOrEqual(400);
  });
});

describe('the collection', () => {
  const { texts, find, attributes } = builtPage('/collection');

  test('guides through cleanse, tone, treat, moisturise and protect', () => {
    const steps = ['Cleanse', 'Tone', 'Treat', 'Moisturise', 'Protect'];
    expect(texts('#guide ol > li h3')).toEqual(steps);
  });

  test('links each ingredient to a product that contains it', () => {
    const links = attributes('#science dl a', 'href');
    expect(links.length).toBeGreaterThanOrEqual(3);
    for (const link of links) expect(link).toMatch(/^\/product\//);
    expect(attributes('#science a', 'href').at(-1)).toBe('/about/ingredients');
  });

  test('says in one line what each product does', () => {
    for (const [claim] of find('.card-features').map((list) => list.querySelectorAll('li').map(textOf))) {
      expect(claim?.length, claim).toBeGreaterThan(15);
      expect(claim?.length, claim).toBeLessThanOrEqual(45);
    }
  });

  test('shows 16 products with their prices, and one page has no pagination', () => {
    expect(find('.card-name')).toHaveLength(16);
    const prices = texts('.card .price strong');
    expect(prices).toHaveLength(16);
    for (const price of prices) expect(price).toMatch(/^₹[\d,]+\.\d\d$/);
    expect(find('[aria-label="Pages of the collection"]')).toEqual([]);
    expect([...find('link[rel="next"]'), ...find('link[rel="prev"]')]).toEqual([]);
    expect(pageFiles).not.toContain('collection/2.html');
  });
});

describe('the pages about the shop', () => {
  const subpages = ['/about/ingredients', '/about/sustainability', '/about/team'];

  test.each(['/about', ...subpages])('%s links to the others', (path) => {
    const { attributes, texts } = builtPage(path);
    const others = ['/about', ...subpages].filter((one) => one !== path);
    expect(attributes('main a', 'href')).toEqual(expect.arrayContaining(others));
    if (path !== '/about') expect(texts('[aria-label="Breadcrumb"] a')).toEqual(['Home', 'About']);
  });

  test('"Included: hyaluronic acid, niacinamide, vitamin C, plant stem cells, probiotics"', () => {
    const included = section('/about/ingredients', 'Five ingredients that we use most');
    expect(included.texts('h3')).toEqual([
      'Hyaluronic acid',
      'Niacinamide',
      'Vitamin C',
      'Plant stem cells',
      'Probiotics',
    ]);
    expect(included.count('li a.onward')).toBe(5);
  });

  test('"Excluded: parabens, sulfates, synthetic fragrances, phthalates, mineral oil", "Sourcing notes"', () => {
    expect(section('/about/ingredients', 'Five groups that we do not use').texts('dt')).toEqual([
      'Parabens',
      'Sulfates',
      'Synthetic fragrances',
      'Phthalates',
      'Mineral oil',
    ]);
    expect(builtPage('/about/ingredients').texts('main')[0]).toContain('Sourcing notes');
    expect(section('/about/ingredients', 'Where it comes from').count('dt')).toBeGreaterThan(2);
  });

  test('"72% plastic reduction since 2020, 100% renewable energy in labs, 1:1 carbon offset for shipments"', () => {
    const claims = section('/about/sustainability', 'Where we stand');
    expect(claims.texts('dt')).toEqual([
      '72% plastic reduction since 2020',
      '100% renewable energy in our labs',
      '1:1 carbon offset for shipments',
    ]);
    expect(claims.text).toContain('Sample figures');
  });

  test('"Packaging commitments" and "Future goals", year by year', () => {
    const [text] = builtPage('/about/sustainability').texts('main');
    for (const part of ['Packaging commitments', 'Future goals']) expect(text).toContain(part);
    const years = section('/about/sustainability', 'What comes next').texts('.year');
    expect(years.length).toBeGreaterThan(1);
    expect(years).toEqual([...years].sort());
  });

  test('"three static team cards", without photographs; View Careers opens an email', () => {
    const team = section('/about/team', 'The team');
    expect([team.count('li'), team.count('li img')]).toEqual([3, 0]);
    expect(team.texts('.portrait span')).toEqual(['MI', 'KS', 'AR']);
    expect(team.text).toContain('Sample portraits');
    expect(builtPage('/about/team').attributes('main a', 'href')).toContain(
      `mailto:${store.care.email}?subject=Careers%20at%20${store.name}`,
    );
  });
});

test('products and the contact page link to WhatsApp, with a text that names the product', () => {
  const asked = (path: string) =>
    builtPage(path)
      .find('main a')
      .filter((link) => attributeOf(link, 'href')?.startsWith('https://wa.me/'))
      .map((link) => {
        const { pathname, searchParams } = new URL(attributeOf(link, 'href') ?? '');
        return [pathname, searchParams.get('text'), attributeOf(link, 'rel'), attributeOf(link, 'target')];
      });
  const how = ['noopener noreferrer', '_blank'];
  const number = `/${store.care.whatsapp?.replace(/\D/g, '')}`;
  expect(asked('/contact')).toEqual([[number, 'Hello, I have a question.', ...how]]);
  expect(asked('/product/rose-balance-toner')).toEqual([
    [number, 'Hello, I have a question about Rose Toner.', ...how],
  ]);
});

test('the grievance policy names the officer and the two time limits of the E-Commerce Rules', () => {
  const { name, email, phone } = store.legal.grievanceOfficer ?? {};
  const [text] = builtPage('/policies/grievance').texts('main');
  for (const part of [name, email, phone, 'Within 48 hours', 'Within one month', 'E-Commerce'])
    expect(text).toContain(part);
  expect(builtPage('/contact').attributes('main a', 'href')).toContain('/policies/grievance');
});
