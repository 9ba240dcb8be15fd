/** What of a list of redirects becomes an earlier address (docs/moving-in.md, "What else you bring"). */
import { readRecords } from 'shop-import/read-records';
import { expect, test } from 'vitest';
import { planRedirects } from './plan-redirects.ts';
import { productNames } from './product-names.ts';

const rose = { id: 'rose-mist', name: 'Rose Mist', aliases: ['/p/known'], keys: [], skus: [] };
const soap = { id: 'soap', name: 'Soap', aliases: [], keys: [], skus: [] };

function plan(...rows: string[]) {
  const read = readRecords(new TextEncoder().encode(`Redirect from,Redirect to\n${rows.join('\n')}`));
  if (read?.kind !== 'redirects') throw new Error('no redirects');
  const { rows: planned, results } = planRedirects(read, new Map(productNames([rose, soap])), {
    categories: [
      ['serum', 'serum'],
      ['serums', 'serum'],
    ],
    redirects: [{ from: '/pages/our-story', to: '/about' }],
    host: 'shop.example',
    pages: ['/about', '/product/soap'],
  });
  let next = 0;
  return planned.map(({ value, findings }) =>
    value
      ? `${value.from} > ${value.to}, ${results[next++]}`
      : findings.map(({ severity, column, message }) => `${severity}, ${column}: ${message}`).join(' '),
  );
}

test.each([
  ['/products/old-mist,/products/rose-mist', '/products/old-mist > /product/rose-mist, added'],
  [
    '/Old%20Mist/,/products/Rose-Mist/',
    'refused, Redirect from: “/Old%20Mist/” can be no earlier address of a page.',
  ],
  [
    'https://www.old.example/mist/,https://old.example/product/rose-mist?x=1',
    '/mist > /product/rose-mist, added',
  ],
  ['/collections/glow,/collections/serums', '/collections/glow > /category/serum, added'],
  ['/glow,/category/serum', '/glow > /category/serum, added'],
  ['/p/known,/products/rose-mist', '/p/known > /product/rose-mist, in the shop'],
  ['/products/rose-mist,/product/rose-mist', '/products/rose-mist > /product/rose-mist, in the shop'],
  [
    '/p/known,/products/soap',
    'left out, Redirect from: “/p/known” already leads to /product/rose-mist, and stays so.',
  ],
  [
    '/sizes,https://elsewhere.example/sizes',
    'refused, Redirect to: “https://elsewhere.example/sizes” leads out of the shop.',
  ],
  ['/sizes,/pages/sizes', 'left out, Redirect to: “/pages/sizes” is no page of the shop.'],
  ['/pages/who-we-are,/about', '/pages/who-we-are > /about, added'],
  ['/who,https://shop.example/pages/contact-us', '/who > /contact, added'],
  ['/collections/help,/pages/contact-us', '/collections/help > /contact, added'],
  ['/who,/pages/our-story', '/who > /about, added'],
  ['/pages/our-story,/about', '/pages/our-story > /about, in the shop'],
  [
    '/pages/our-story,/pages/contact-us',
    'left out, Redirect from: “/pages/our-story” already leads to /about, and stays so.',
  ],
  ['/pages/about-us,/about', '/pages/about-us > /about, in the shop'],
  ['/who,/\\elsewhere.example', 'left out, Redirect to: “/\\elsewhere.example” is no page of the shop.'],
  ['/who,//elsewhere.example', 'refused, Redirect to: “//elsewhere.example” leads out of the shop.'],
  ['/about,/products/soap', 'refused, Redirect from: “/about” is a page of the shop.'],
  [
    '/a?b=1,/products/soap',
    'left out, Redirect from: “/a?b=1”: this shop redirects paths, without what follows a question mark.',
  ],
  ['/,/products/soap', 'refused, Redirect from: “/” can be no earlier address of a page.'],
  ['/%E0%A4%A,/products/soap', 'refused, Redirect from: “/%E0%A4%A” is no address.'],
  ['/glow,/category/serums', '/glow > /category/serum, added'],
  ['/a,/a', 'refused, Redirect to: “/a” leads from one address to the next, and to no page.'],
])('%s: %s', (row, result) => expect(plan(row)).toEqual([result]));

test('one to a page of the shop leads to this page, also where the file has it lead on', () => {
  expect(plan('/who,/about', '/about,/products/soap')).toEqual([
    '/who > /about, added',
    'refused, Redirect from: “/about” is a page of the shop.',
  ]);
});

test('one that leads to another leads to its end, and a ring to nothing', () => {
  expect(plan('/a,/b', '/b,/c', '/c,/products/soap', '/x,/y', '/y,/x')).toEqual([
    '/a > /product/soap, added',
    '/b > /product/soap, added',
    '/c > /product/soap, added',
    'refused, Redirect to: “/y” leads from one address to the next, and to no page.',
    'refused, Redirect to: “/x” leads from one address to the next, and to no page.',
  ]);
  expect(plan('/a,/products/soap', '/a,/products/rose-mist')[1]).toBe(
    'left out, Redirect from: Row 2 has the same address.',
  );
});
