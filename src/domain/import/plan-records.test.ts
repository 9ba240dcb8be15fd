/** What of a file of reviews, codes or subscribers comes into the database (docs/moving-in.md, "What else you bring"). */
import { readRecords } from 'shop-import/read-records';
import { describe, expect, test } from 'vitest';
import { endOfDay, oneDay } from '#lib/dates.ts';
import { planRecords, recordParts } from './plan-records.ts';
import { productNames } from './product-names.ts';
import { reportRecords } from './record-report.ts';

const now = Date.parse('2026-11-30T12:00:00Z');
const products = [
  { id: 'rose-mist', name: 'Rose Mist', aliases: ['/products/gulab-mist'], keys: ['mist'], skus: ['RM-50'] },
  { id: 'soap', name: 'Soap', aliases: [], keys: [], skus: ['S-1', 'TWICE'] },
  { id: 'balm', name: 'Soap', aliases: [], keys: [], skus: ['TWICE'] },
];
const names = new Map(productNames(products));

function plan(text: string) {
  const read = readRecords(new TextEncoder().encode(text));
  if (!read || read.kind === 'redirects') throw new Error('no records');
  return planRecords(read, { names, keepMonths: 72, now });
}
const values = (text: string) => plan(text).rows.flatMap((row: { value?: unknown }) => row.value ?? []);
const out = (text: string) =>
  plan(text).rows.flatMap((row) =>
    row.value
      ? []
      : row.findings.flatMap(({ severity, message }) =>
          severity === 'guessed' ? [] : `${severity}: ${message}`,
        ),
  );

describe('a review', () => {
  const head = 'title,body,rating,review_date,curated,reviewer_name,product_handle,source';
  const review = (cells: string) => `${head}\n${cells}`;

  test('has a first name and an initial, and its own day', () =>
    expect(values(review('Soft,Very soft,5,2025-03-02 10:12:00 UTC,ok,Asha Rao,mist,web'))).toEqual([
      {
        key: '["2025-03-02 15:42","Asha Rao","Soft","Very soft"]',
        productId: 'rose-mist',
        rating: 5,
        title: 'Soft',
        comment: 'Very soft',
        name: 'Asha R.',
        at: Date.parse('2025-03-02T10:12:00Z'),
        kept: { source: 'web' },
      },
    ]));

  test.each(['rose-mist', 'Rose-Mist', 'gulab-mist', '/products/gulab-mist', 'mist', 'RM-50', 'Rose Mist'])(
    'finds its product by “%s”',
    (word) =>
      expect(values(review(`,Soft,5,2025-03-02,ok,Asha,${word},`))).toMatchObject([
        { productId: 'rose-mist' },
      ]),
  );

  test.each(['TWICE', 'Soap ', 'unknown'])('of “%s” is left out unless that is one product', (word) =>
    expect(out(review(`,Soft,5,2025-03-02,ok,Asha,${word},`)).length).toBe(word === 'Soap ' ? 0 : 1),
  );

  test('is not shortened: one that is too long is refused', () =>
    expect(out(review(`,${'a'.repeat(2001)},5,2025-03-02,ok,Asha,mist,`))).toEqual([
      'refused: comment: Please use at most 2000 characters',
    ]));

  test('of a day to come is refused', () =>
    expect(out(review(',Soft,5,2026-12-24,ok,Asha,mist,'))).toEqual([
      'refused: It was written on 24 Dec 2026, which is still to come.',
    ]));

  test('that is in the file twice comes once', () =>
    expect(
      out(`${review(',Soft,5,2025-03-02,ok,Asha,mist,')}\n,Soft,5,2025-03-02,ok,Asha,rose-mist,`),
    ).toEqual(['left out: It is the same as row 2.']));
});

describe('a past order', () => {
  const order = (cells: string) => `Order,Date,Email,Total,Currency,Item,Quantity,Price,Remark\n${cells}`;

  test('has its day, a clean address and paise', () =>
    expect(values(order('A-1,2025-01-14, Asha@Example.in ,1299.50,INR,Rose Mist,2,649.75,late'))).toEqual([
      {
        number: 'A-1',
        at: Date.parse('2025-01-13T18:30:00Z'),
        email: 'asha@example.in',
        status: '',
        total: 129_950,
        lines: [{ name: 'Rose Mist', quantity: 2, price: 64_975 }],
        kept: {},
      },
    ]));

  test('that is to come, that is older than orders are kept, or of no real address stays out', () =>
    expect(
      out(
        order(
          'A-1,2026-12-24,a@b.in,5,INR,Soap,1,5,\nA-2,2020-03-31,a@b.in,5,INR,Soap,1,5,\nA-3,2025-01-14,nobody,5,INR,Soap,1,5,',
        ),
      ),
    ).toEqual([
      'refused: It was placed on 24 Dec 2026, which is still to come.',
      'left out: This shop keeps orders for 72 months after their financial year.',
      'refused: email: Please enter a valid email address',
    ]));

  test('with more products than an order can have is refused', () => {
    const rows = Array.from({ length: 201 }, (_, n) => `A-1,2025-01-14,a@b.in,5,INR,Soap ${n},1,5,`);
    expect(out(order(rows.join('\n')))).toEqual(['refused: lines: can be at most 200']);
  });
});

describe('a code', () => {
  const head = 'Name,Value,Value Type,Discount Class,Status,Start,End';
  const code = (cells: string) => `${head}\n${cells}`;

  test.each([
    ['TEN,-10,percentage,order,Active,,2027-03-31 23:59:59 +0530', Date.parse('2027-03-31T18:29:00Z')],
    ['TEN,-10,percentage,order,Active,,2027-03-31', Date.parse('2027-03-31T18:30:00Z')],
    ['TEN,-10,percentage,order,Expired,,2024-03-31', Date.parse('2024-03-31T18:30:00Z')],
    ['TEN,-10,percentage,order,Expired,,2027-03-31', now],
    ['TEN,-10,percentage,order,Expired,,', now],
  ])('%s ends at %d', (cells, validUntil) => expect(values(code(cells))).toMatchObject([{ validUntil }]));

  test('without an end gets one in a year, as a guess', () => {
    const [row] = plan(code('ten,-10,percentage,order,Active,,')).rows;
    expect(row?.value).toMatchObject({ code: 'TEN', percent: 10, validUntil: endOfDay(now + 365 * oneDay) });
    expect(row?.findings.map(({ severity }) => severity)).toEqual(['guessed']);
  });

  test('that begins later, or that this shop could not have, stays out', () =>
    expect(
      out(
        `${head}\nNEXT,-10,percentage,order,Active,2027-01-01,\nछूट,-10,percentage,order,Active,,\nTEN,-10,percentage,order,Active,,\nt-e-n,-10,percentage,order,Active,,`,
      ),
    ).toEqual([
      'left out: It begins on 1 Jan 2027: please import it on that day.',
      'refused: “छूट” can be no code of this shop: it has 3 to 20 letters, digits and hyphens.',
      'left out: It is the same as row 4.',
    ]));
});

test('a subscriber has a clean address, and one mailbox comes once', () => {
  const file =
    'Email,Accepts Email Marketing\n Asha.Rao@Gmail.com ,yes\nasharao+shop@gmail.com,yes\nnobody,yes';
  expect(values(file)).toEqual([{ email: 'asha.rao@gmail.com', kept: {} }]);
  expect(out(file)).toEqual([
    'left out: It is the same as row 2.',
    'refused: email: Please enter a valid email address',
  ]);
});

test('many rows go in parts that one request may have, in their order', () => {
  const emails = Array.from({ length: 450 }, (_, n) => `p${n}@example.in`);
  const parts = recordParts(
    plan(`Email,Accepts Marketing\n${emails.map((email) => `${email},yes`).join('\n')}`),
  );
  expect(parts.map(({ records }) => records.length)).toEqual([200, 200, 50]);
  expect(parts.flatMap(({ records }) => records as { email: string }[]).map(({ email }) => email)).toEqual(
    emails,
  );
});

test('the report counts every row once, and every column that is not shown', () => {
  const file =
    'Email,Accepts Email Marketing,Accepts SMS Marketing,City\na@b.in,yes,no,Pune\nc@d.in,no,no,Goa\nx,yes,,\ne@f.in,yes,,';
  const report = reportRecords(plan(file), ['added', 'unsubscribed'], true);
  expect(report.counts).toEqual({
    added: 1,
    'in the shop': 0,
    unsubscribed: 1,
    'no product': 0,
    'left out': 1,
    refused: 1,
  });
  expect(report.kept).toEqual([['Accepts SMS Marketing', 1]]);
  expect(report.personal).toEqual([
    ['City', 2],
    ['Accepts SMS Marketing', 1],
  ]);
});
