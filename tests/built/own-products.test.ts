/**
 * A shop whose owner has deleted all samples and written two products with the five needed fields, without a change of any
 * other file: it builds, and no page names what does not exist (docs/behaviour.md, "Products"). One of their pictures is a
 * page of a website, another is cut. Then it changes its texts: sections of home in another order, no banner, its own links,
 * page, policy and topic.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { type GapsOfBuild, gapsFile } from '#domain/catalogue/gaps.ts';
import { aboutPath, groupPage, paths } from '#lib/paths.ts';
import { contentFiles } from '#tools/lib/content.ts';
import { gapsIn } from '#tools/lib/content-gaps.ts';
import { buildCopy, writeProduct } from '../support/shop-copy.ts';
import { files, htmlOf, parseHtml } from './pages.ts';

const own = {
  'neem-wash': {
    name: 'Neem Wash',
    price: 299,
    category: 'cleanser',
    pictures: ['1', '2', '3'].map((name) => ({ file: `${name}.jpg` })),
  },
  'rice-cream': {
    name: 'Rice Cream',
    price: 499,
    category: 'moisturizer',
    placeholder: true,
    countryOfOrigin: 'Republic of Korea',
    importer: 'Han Imports, 1 Dock Road, Mumbai',
  },
};

const matter = (title: string) =>
  `---\ntitle: ${title}\nshort: ${title}\nsummary: About ${title}.\nupdated: 2026-11-20\nsample: false\n---\n\nOf {{name}}.\n`;

/** What an owner changes without a developer. */
function writeOwnTexts(content: string): void {
  const write = (file: string, text: string) => writeFileSync(join(content, file), text);
  const change = (file: string, values: object) =>
    write(file, stringify({ ...parse(readFileSync(join(content, file), 'utf8')), ...values }));
  mkdirSync(join(content, 'pages'), { recursive: true });
  write('pages/gifts.md', matter('Gifts').replace('short: Gifts\n', ''));
  write('policies/cookies.md', matter('Cookies'));
  write(
    'faqs/salon.yaml',
    stringify({ title: 'At the salon', questions: [{ question: 'Do you cut hair?', answer: 'Not yet.' }] }),
  );
  change('store.yaml', { banner: [] });
  change('navigation.yaml', {
    header: [{ label: 'Gifts', to: '/pages/gifts' }],
    menu: [],
    footer: [
      {
        title: 'More',
        links: [
          { label: 'Gifts', to: '/pages/gifts' },
          { label: 'Sale', to: '/collection?only=sale' },
          { label: 'Washes', to: '/collection?only=cleanser' },
          ...[
            '/product/vitamin-c-glow-serum',
            '/pages/gone',
            '/policies/gone',
            '/journal/gone',
            '/nowhere',
          ].map((to) => ({ label: 'Gone', to })),
          { label: 'Track', to: '/contact#track' },
          { label: 'Terms', to: '/policies/terms' },
        ],
      },
      { title: 'Kits', links: [{ label: 'Kits', to: '/collection?only=kit' }] },
    ],
  });
  const { sections } = parse(readFileSync(join(content, 'home.yaml'), 'utf8')) as {
    sections: { type: string; slides?: object[]; counters?: object[] }[];
  };
  change('home.yaml', {
    sections: sections
      .toReversed()
      .map((one) => ({
        ...one,
        ...(one.slides && { slides: one.slides.slice(1) }),
        ...(one.counters && { counters: one.counters.slice(1) }),
        ...(one.type === 'badges' && { badges: [] }),
      })),
  });
}

let copy: Awaited<ReturnType<typeof buildCopy>> | undefined;
let gone: string[] = [];
let gaps: ReturnType<typeof gapsIn> = [];
const read = (path: string): string => readFileSync(join(copy?.pages ?? '', path), 'utf8');
const page = (path: string) => parseHtml(read(path === '/' ? 'index.html' : `${path.slice(1)}.html`));

beforeAll(async () => {
  copy = await buildCopy((content) => {
    const products = join(content, 'products');
    gone = readdirSync(products);
    const photo = join(content, '1.jpg');
    cpSync(join(products, 'purifying-cleanser', '1.jpg'), photo);
    rmSync(products, { recursive: true });
    for (const [id, matter] of Object.entries(own)) writeProduct(content, id, matter);
    cpSync(photo, join(products, 'neem-wash', '1.jpg'));
    writeFileSync(join(products, 'neem-wash', '2.jpg'), '<!doctype html><title>Not found</title>');
    writeFileSync(join(products, 'neem-wash', '3.jpg'), readFileSync(photo).subarray(0, 5_000));
    rmSync(photo);
    // A text may link to what is gone.
    const article = join(content, 'journal', 'turmeric-and-saffron.md');
    writeFileSync(
      article,
      `${readFileSync(article, 'utf8')}\nSee [the mask](/product/turmeric-clay-mask) and [reviews](/product/neem-wash/reviews).\n`,
    );
    gaps = gapsIn(contentFiles(content), Date.now());
    writeOwnTexts(content);
  });
}, 240_000);
afterAll(() => copy?.remove());

test('what names deleted products is a gap, and stops nothing', () => {
  expect(gaps.filter(({ severity }) => severity === 'build')).toEqual([]);
  const files = gaps.filter(({ reason }) => /no product|no page/.test(reason)).map(({ file }) => file);
  for (const file of ['home.yaml', 'collection.yaml', 'testimonials.yaml', 'about/index.md'])
    expect(files).toContain(`content/${file}`);
});

test('no page leads to a product that does not exist, and none says what code says', () => {
  const pages = readdirSync(copy?.pages ?? '', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );
  const html = pages.map((name) => read(name));
  const links = new Set(
    html.flatMap((one) => [...one.matchAll(/href="(\/[^"?#]*)/g)].map(([, to = '']) => to)),
  );
  // The Worker writes those of reviews.
  const built = (to: string) => to.endsWith('/reviews') || existsSync(join(copy?.pages ?? '', `${to}.html`));
  expect([...links].filter((to) => /^\/(product|category|brand)\//.test(to) && !built(to))).toEqual([]);
  for (const id of gone) expect(pages).not.toContain(`product/${id}.html`);
  expect(read('journal/turmeric-and-saffron.html')).toContain(
    'See the mask and <a href="/product/neem-wash/reviews">reviews</a>.',
  );
});

test('home shows the shop’s own products, and no text about others', () => {
  const { attributes, texts } = page(paths.home);
  expect(attributes('.essentials a', 'href')).toEqual(['/product/neem-wash', '/product/rice-cream']);
  expect(attributes('.latest .card a', 'href')).toEqual(['/product/neem-wash', '/product/rice-cream']);
  expect(texts('.client')).toEqual([]);
  expect(texts('#ways-title')).toEqual([]);
});

test('home has the sections in the order of the file, with as many items as there are', () => {
  const { attributes, texts } = page(paths.home);
  const html = read('index.html');
  const places = [
    'data-before-after',
    'data-newsletter',
    'showcase-title',
    'data-counter',
    'latest-title',
    'swiper-slide slide',
  ];
  const at = places.map((one) => html.indexOf(one));
  expect(at).toEqual(at.toSorted((a, b) => a - b));
  expect(at[0]).toBeGreaterThan(0);
  expect([texts('[data-counter]').length, attributes('.swiper-slide.slide img', 'loading')]).toEqual([
    3,
    ['lazy'],
  ]);
  expect(texts('.badges')).toEqual([]);
  expect(texts('.banner')).toEqual([]);
});

test('header and footer have the links of the file, but those that lead nowhere at present', () => {
  const { attributes, texts } = page(aboutPath);
  expect(attributes('.header .links a', 'href')).toEqual(['/pages/gifts']);
  expect(attributes('.columns nav a', 'href')).toEqual([
    '/pages/gifts',
    '/collection?only=cleanser',
    '/contact#track',
    '/policies/terms',
  ]);
  expect(texts('.columns nav h2')).toEqual(['More']);
});

test('its own page, policy and topic are there, and lists name them', () => {
  expect(page('/pages/gifts').texts('h1')).toEqual(['Gifts']);
  expect(read('pages/gifts.html')).toContain('Of Harita.');
  expect(page('/policies/cookies').texts('h1')).toEqual(['Cookies']);
  const policies = page(aboutPath).attributes('.last nav a', 'href');
  expect(policies.at(-1)).toBe('/policies/cookies');
  expect(policies).toHaveLength(8);
  expect(read('contact.html')).toContain('Do you cut hair?');
  expect(read('sitemap-0.xml')).toMatch(/\/pages\/gifts<[\s\S]*\/policies\/cookies</);
});

test('pictures that cannot be read are left out, and named under "Catalogue health"', () => {
  const { gaps: named } = JSON.parse(read(gapsFile)) as GapsOfBuild;
  const broken = named.find(({ reason }) => reason === 'This picture cannot be read.');
  expect(broken).toMatchObject({
    severity: 'incomplete',
    files: ['2.jpg', '3.jpg'].map((name) => `content/products/neem-wash/${name}`),
  });
  const html = read('product/neem-wash.html');
  expect(html).toContain('/_astro/1.');
  expect(html).not.toMatch(/\/_astro\/[23]\./);
});

test('one of them is imported: pages, label, structured data and the files of the search name the countries', () => {
  const rice = page('/product/rice-cream');
  expect(rice.texts('.facts dt')).not.toContain('Manufactured by');
  const facts = rice.texts('.facts dd');
  expect(facts).toContain('South Korea');
  expect(facts).toContain('Han Imports, 1 Dock Road, Mumbai');
  expect(read('product/rice-cream.html')).toContain('"countryOfOrigin":[{"@type":"Country","name":"KR"}]');
  expect(page('/product/neem-wash').texts('.facts dd')).toContain('India');
  expect(gaps.filter(({ file }) => file.includes('rice-cream')).map(({ field }) => field)).toEqual(
    expect.arrayContaining(['manufacturer']),
  );
  expect(JSON.parse(read('facets.json')).lists.origin.map(([value]: string[]) => value)).toEqual([
    'in',
    'kr',
  ]);
  // Without a script.
  expect(page(paths.collection).attributes('.origins a', 'href')).toEqual([
    '/origin/india',
    '/origin/south-korea',
    '/collection?sort=origin',
  ]);
  expect(page('/origin/south-korea').texts('h1, .card-name')).toEqual([
    'Products from South Korea',
    'Rice Cream',
  ]);
  expect(page(groupPage('category', 'moisturizer')).attributes('.origins a', 'href')).toEqual([
    '/collection?category=moisturizer&origin=kr',
    '/collection?category=moisturizer&sort=origin',
  ]);
  expect(page(groupPage('category', 'cleanser')).attributes('.origins a', 'href')).toEqual([]);
});

test('a shop of Indian goods alone has no filter, order or page for the country of origin', () => {
  expect(htmlOf('collection.html')).not.toMatch(/class="origins|&quot;origin&quot;/);
  expect(files.filter((name) => name.startsWith('origin'))).toEqual([]);
});

test('menu, filters and pages have the categories of the two', () => {
  expect(page(aboutPath).attributes('#menu [aria-label="Shop"] a', 'href')).toEqual([
    groupPage('category', 'moisturizer'),
    groupPage('category', 'cleanser'),
  ]);
  expect(page(groupPage('category', 'cleanser')).texts('h1, .card-name')).toEqual(['Cleansers', 'Neem Wash']);
  expect(existsSync(join(copy?.pages ?? '', 'category/serum.html'))).toBe(false);
});
