/** Files of reviews, codes, subscribers and redirects as their systems write them: cell by cell, and with any value. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { describeProblem, ImportRefused } from './problem.ts';
import { readRecords } from './read-records.ts';
import { nasty, newToken, random } from './testing/any-text.ts';

const textOf = (name: string) =>
  readFileSync(join(import.meta.dirname, 'testing/records', `${name}.csv`), 'utf8');
const read = (text: string) => readRecords(new TextEncoder().encode(text));
const recordsOf = (name: string) => read(textOf(name))?.records ?? [];
const values = (name: string) => recordsOf(name).flatMap(({ value }) => value ?? []);
/** The rows that stay out, with the reasons. */
const out = (name: string) =>
  recordsOf(name)
    .filter(({ value }) => !value)
    .map(({ name: of, findings }) =>
      [of, ...findings.map((one) => `${one.severity}: ${describeProblem(one)}`)].join(' | '),
    );

describe('reviews', () => {
  test('of Judge.me', () => {
    expect(read(textOf('judge-me'))?.format).toBe('Judge.me');
    expect(values('judge-me')).toEqual([
      {
        id: '',
        products: ['rose-mist', '7012345678'],
        rating: 5,
        title: 'Soft skin',
        comment: 'Used it for three weeks.\nSkin feels softer & calmer.',
        name: 'Asha Rao',
        at: '2025-03-02 15:42',
        reply: { text: 'Thank you, Asha!', at: '2025-03-03 09:30' },
      },
      {
        id: '',
        products: ['rose-mist', '7012345678'],
        rating: 2,
        title: '',
        comment: 'Bottle leaked.\nThe mist itself is fine.',
        name: 'Vikram',
        at: '2025-01-11 05:00',
      },
      {
        id: '',
        products: ['old-soap', '99'],
        rating: 3,
        title: 'Gone',
        comment: 'Product that went',
        name: 'Ravi Kumar',
        at: '2024-01-12 13:30',
      },
    ]);
    expect(out('judge-me')).toEqual([
      'rose-mist, Bot | left out: Row 4, column curated: “spam” does not say that everybody could see the review.',
      'rose-mist, Meera | left out: Row 5, column curated: “not-yet” does not say that everybody could see the review.',
      'rose-mist, Ravi | left out: Row 6, column body: It has stars and no text, and this shop shows reviews with a text.',
      'rose-mist, Ravi | refused: Row 7, column rating: “6” is no number of stars from 1 to 5.',
      'rose-mist, Ravi | refused: Row 8, column review_date: “soon” is no day.',
    ]);
    expect(recordsOf('judge-me')[0]).toMatchObject({
      others: {
        source: 'email',
        picture_urls: 'https://judgeme.imgix.net/a.jpg,https://judgeme.imgix.net/b.jpg',
      },
      personal: ['reviewer_email', 'ip_address', 'location'],
    });
  });

  test('of Loox: hidden ones stay out', () => {
    expect(values('loox')).toMatchObject([
      { id: '65f0a1', products: ['rose-mist', '8123'], rating: 5, name: 'Julie', at: '2024-11-05 13:30' },
    ]);
    expect(out('loox')).toEqual([
      'rose-mist, Paul | left out: Row 3, column status: “Hidden” does not say that everybody could see the review.',
    ]);
    expect(recordsOf('loox')[0]?.others).toEqual({
      img: 'https://images.loox.io/x.jpg',
      variant: '50 ml',
      verified_purchase: 'true',
    });
  });

  test('of Yotpo: the product by the last part of its address', () =>
    expect(values('yotpo')).toEqual([
      {
        id: '881',
        products: ['rose-mist', '999', 'Rose Mist'],
        rating: 4,
        title: 'Lovely',
        comment: 'Smells of roses; not too strong',
        name: 'Ana Lopez',
        at: '2025-03-15',
      },
    ]));
});

describe('discount codes', () => {
  test('of Shopify: a percentage of the whole order', () => {
    expect(values('shopify-discounts')).toMatchObject([
      {
        code: 'WELCOME10',
        percent: 10,
        minimum: 99_900,
        until: '2027-03-31 23:59',
        uses: 88,
        usesPerCustomer: 1,
      },
      { code: 'DIWALI25', percent: 25, minimum: 0, until: '2024-11-05 23:59', hasEnded: true },
      { code: 'FOREVER5', percent: 5, minimum: 0 },
      { code: 'NEXTYEAR', percent: 10, from: '2027-10-20 00:00' },
    ]);
    expect(out('shopify-discounts').map((line) => line.split(' | ').slice(0, 2))).toEqual([
      [
        'FLAT200',
        'left out: Row 5, column Value Type: “fixed_amount”: the codes of this shop take a percentage off.',
      ],
      [
        'SERUM15',
        'left out: Row 6, column Type: “Amount off products”: the codes of this shop take a percentage off the whole order.',
      ],
      [
        'BOGO',
        'left out: Row 7, column Type: “Buy X get Y”: the codes of this shop take a percentage off the whole order.',
      ],
      [
        'SHIPFREE',
        'left out: Row 8, column Type: “Free shipping”: the codes of this shop take a percentage off the whole order.',
      ],
      [
        'VIP20',
        'left out: Row 9, column Customer Selection: “specific”: the codes of this shop are for everybody or for one address.',
      ],
      [
        'USED10',
        'left out: Row 10, column Usage Limit Per Code: It was used 50 times, as often as it may be.',
      ],
      ['HALF', 'left out: Row 12, column Value: “-12.5” is no whole number of per cent from 1 to 100.'],
    ]);
  });

  test('of WooCommerce, which ends a coupon when its day begins', () => {
    expect(values('woocommerce-coupons')).toEqual([
      {
        code: 'monsoon10',
        percent: 10,
        minimum: 50_000,
        until: '2027-07-31 00:00',
        uses: 160,
        usesPerCustomer: 1,
      },
      {
        code: 'forasha',
        percent: 20,
        minimum: 0,
        until: '2027-01-31 00:00',
        uses: 1,
        email: 'asha@example.in',
      },
    ]);
    expect(out('woocommerce-coupons').map((line) => line.split(' | ')[0])).toEqual([
      'flat100',
      'serums15',
      'draft5',
    ]);
  });
});

describe('subscribers', () => {
  test.each([
    [
      'shopify-customers',
      'Shopify customers',
      [{ email: 'Asha.Rao@Example.in' }, { email: 'not an address' }],
    ],
    ['klaviyo', 'Klaviyo', [{ email: 'neha@example.in', at: '2024-06-01 15:00' }]],
    ['mailchimp', 'Mailchimp', [{ email: 'mc@example.in', at: '2022-02-03 04:05' }]],
    ['woocommerce-customers', 'Customers', []],
  ])('of %s: only who has clearly agreed', (name, format, expected) => {
    expect(read(textOf(name))?.format).toBe(format);
    expect(values(name)).toEqual(expected);
  });

  test('a name or an address is never kept', () => {
    const [asha] = recordsOf('shopify-customers');
    expect(asha?.others).toEqual({ 'Accepts SMS Marketing': 'no' });
    expect(asha?.personal).toEqual(
      expect.arrayContaining(['First Name', 'Phone', 'Default Address Zip', 'Total Spent']),
    );
  });
});

test('redirects: patterns and other answers stay out', () => {
  expect(values('shopify-redirects')).toHaveLength(6);
  expect(values('redirection')).toEqual([
    { from: '/shop/old-mist/', to: '/product/rose-mist/', columns: { from: 'source', to: 'target' } },
  ]);
  expect(out('redirection').map((line) => line.split(' | ')[0])).toEqual(['^/dog/(.*)$', '/gone', '/off']);
});

test('files of products are none of these', () => {
  for (const name of ['shopify', 'wix', 'squarespace', 'etsy', 'magento', 'bigcommerce', 'table'])
    expect(read(readFileSync(join(import.meta.dirname, `testing/${name}.csv`), 'utf8'))).toBeUndefined();
  expect(read('Name,Email,Price,Rating,Review,Handle\nSoap,care@example.in,99,5,Good,soap')).toBeUndefined();
});

const files = [
  ...['judge-me', 'loox', 'yotpo', 'shopify-discounts', 'woocommerce-coupons'],
  ...['shopify-customers', 'klaviyo', 'mailchimp', 'shopify-redirects', 'redirection'],
  ...['shopify-orders', 'woocommerce-orders', 'table-orders'],
];

/** The file of a name, with other texts in the cells of one column of its first row. */
function withCell(name: string, column: string, text: string): string {
  const { data, meta } = Papa.parse<Record<string, string>>(textOf(name), {
    header: true,
    skipEmptyLines: true,
  });
  const fields = [...new Set([...(meta.fields ?? []), column])];
  const [first = {}] = data;
  return Papa.unparse({ fields, data: [{ ...first, [column]: text }] }, { newline: '\n' });
}
const columnsOf = (name: string) => [
  ...(Papa.parse<string[]>(textOf(name), { preview: 1 }).data[0] ?? []),
  'Shelf',
  '__proto__',
];

describe.each(files)('%s, with any value', (name) => {
  test('loses no cell: a text is read, kept, named in a finding, or its column is named', () => {
    const lost = columnsOf(name).filter((column) => {
      const text = newToken();
      const [record] = read(withCell(name, column, text))?.records ?? [];
      return !JSON.stringify(record).toLowerCase().includes(text) && !record?.personal.includes(column);
    });
    expect(lost).toEqual([]);
  });

  test('reads or names every value, and brings over nothing that is not known to be public', () => {
    for (const column of columnsOf(name))
      for (const text of Array.from({ length: 8 }, () => nasty[random(nasty.length)] ?? '')) {
        try {
          for (const { value, findings } of read(withCell(name, column, text))?.records ?? []) {
            if (value && 'rating' in value) expect([1, 2, 3, 4, 5]).toContain(value.rating);
            if (value && 'percent' in value) {
              expect(Number.isInteger(value.percent) && value.percent >= 1 && value.percent <= 100).toBe(
                true,
              );
              expect(Number.isSafeInteger(value.minimum) && value.minimum >= 0).toBe(true);
            }
            expect(value !== undefined || findings.length > 0).toBe(true);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ImportRefused);
        }
      }
    const status =
      /^(curated|status|state|published|Accepts Email Marketing|Email Marketing Consent|post_status)$/i;
    for (const column of columnsOf(name).filter((one) => status.test(one)))
      for (const word of ['', newToken(), 'pending', 'spam', 'no', 'hidden'])
        if (!(word === '' && /^(status|post_status)$/i.test(column) && !/^(loox|shopify)/.test(name)))
          expect(read(withCell(name, column, word))?.records[0]?.value).toBeUndefined();
  });
});
