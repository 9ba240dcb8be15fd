import { gstinProblem } from 'gst/gstin';
import { describe, expect, test } from 'vitest';
import { withCategories } from '#domain/catalogue/category.ts';
import { cleanCode } from '#lib/clean.ts';
import { businessForm } from './business.ts';
import { ratesAt, suppliedAs } from './tax.ts';
import { taxContent } from './tax-content.ts';

const rate = (from: string, percent: number) => ({
  from: new Date(from),
  percent,
  source: { title: 'Notification', year: 2025 },
});
const goods = {
  hsn: '330499',
  description: 'Skincare',
  rates: [rate('2025-09-22', 18), rate('2026-04-01', 12.25)],
};
const content = {
  supplier: { state: 'Karnataka' },
  series: { invoice: 'HRT', creditNote: 'HRC', debitNote: 'HRD' },
  defaults: { hsn: '330499', unit: 'NOS' },
  goods: [goods, { ...goods, hsn: '340130', rates: [rate('2026-04-01', 0)] }],
};

test('the rate of a day counts from midnight in India', () => {
  const tax = taxContent.parse(content);
  const at = (time: string) => ratesAt(tax, Date.parse(time));
  expect(at('2025-09-21T18:29:59.999Z')).toEqual({});
  expect(at('2025-09-21T18:30:00Z')).toEqual({ '330499': 1800 });
  expect(at('2026-03-31T18:29:59.999Z')).toEqual({ '330499': 1800 });
  expect(at('2026-03-31T18:30:00Z')).toEqual({ '330499': 1225, '340130': 0 });
});

const series = (invoice: string, creditNote = 'HRC', debitNote = 'HRD') => ({
  series: { invoice, creditNote, debitNote },
});
const only = (more: object) => ({ goods: [{ ...goods, ...more }] });

test.each([
  ['a code that YAML reads as a number', only({ hsn: 330499 }), /in quotes/],
  ['a code of four digits', { goods: [goods, { ...goods, hsn: '3304' }] }, /six digits/],
  ['a code twice', { goods: [goods, goods] }, /code twice/],
  ['goods without a rate', only({ rates: [] }), />=1|1 item/],
  ['rates that are not in order', only({ rates: goods.rates.toReversed() }), /order of their dates/],
  ['two rates of a day', only({ rates: [rate('2026-04-01', 5), rate('2026-04-01', 18)] }), /order of their/],
  ['a third decimal', only({ rates: [rate('2026-04-01', 5.125)] }), /two decimals/],
  ['a prefix that makes numbers longer than 16 characters', series('HRTX'), /three capital/],
  ['a prefix with a separator', series('H/R'), /three capital/],
  ['a prefix for both series', series('HRC'), /must differ/],
  ['a prefix of two series of notes', series('HRT', 'HRC', 'HRC'), /must differ/],
  ['a usual code without a rate', { defaults: { hsn: '330510', unit: 'NOS' } }, /no rate for 330510/],
  ['an unknown unit', { defaults: { hsn: '330499', unit: 'KGS' } }, /unit code/],
  ['a state that does not exist', { supplier: { state: 'Bavaria' } }, /no state "Bavaria"/],
])('%s is refused with one clear line', (_, more, message) => {
  const issues = taxContent.safeParse({ ...content, ...more }).error?.issues ?? [];
  expect(issues.map((issue) => issue.message)).toEqual([expect.stringMatching(message)]);
});

describe('what is supplied', () => {
  const tax = withCategories(
    taxContent.parse(content),
    new Map([
      ['face-wash', { hsn: '340130', unitCode: 'TUB' }],
      ['serum', {}],
    ]),
  );
  const line = { hsn: '330499', unit: 'NOS', rate: 1800, category: 'serum' };
  const march = Date.parse('2026-03-31T23:59:59+05:30');
  const april = Date.parse('2026-04-01T00:00:00+05:30');

  test('has the rate of the day on which it is handed over, whatever the order had', () => {
    expect(suppliedAs(tax, line, march)).toMatchObject({ rate: 1800 });
    expect(suppliedAs(tax, line, april)).toMatchObject({ rate: 1225 });
    expect(suppliedAs(tax, { ...line, rate: 500 }, march)).toMatchObject({ rate: 1800 });
    expect(suppliedAs(tax, { ...line, hsn: '340130' }, april)).toMatchObject({ rate: 0 });
  });

  test.each([
    ['without code and unit', { hsn: null, unit: null, rate: null }, ['330499', 'NOS', 1225]],
    [
      'without them, of a category of its own',
      { hsn: null, unit: null, rate: null, category: 'face wash' },
      ['340130', 'TUB', 0],
    ],
    ['with a code that has no rate any more, as of the order', { hsn: '330510' }, ['330510', 'NOS', 1800]],
    ['with a code that never had one', { hsn: '330510', rate: null }, ['330499', 'NOS', 1225]],
  ])('%s', (_, change, expected) =>
    expect(Object.values(suppliedAs(tax, { ...line, ...change }, april))).toEqual(expected),
  );

  test('before the first rate has the first one', () =>
    expect(suppliedAs(tax, { ...line, rate: null }, Date.parse('2024-01-01'))).toMatchObject({ rate: 1800 }));
});

describe('a business', () => {
  const business = {
    gstin: ' 27aapfu 0939f1zv',
    businessName: ' Sita Stores ',
    registeredAddress: ' 7 Hill Road\nBandra ',
    registeredCity: 'Mumbai',
    registeredZipcode: '400 050',
  };

  test('is normalised', () => {
    expect(businessForm.parse(business)).toEqual({
      gstin: '27AAPFU0939F1ZV',
      businessName: 'Sita Stores',
      registeredAddress: '7 Hill Road, Bandra',
      registeredCity: 'Mumbai',
      registeredZipcode: '400050',
    });
  });

  test.each([
    [{ gstin: '' }, 'gstin', /15 characters/],
    [{ gstin: '27AAPFU0939F1ZX' }, 'gstin', /last character/],
    [{ gstin: '9'.repeat(31) }, 'gstin', /15 characters/],
    [{ businessName: ' ' }, 'businessName', /enter the name/],
    [{ businessName: 'Sita\u0007Stores' }, 'businessName', /cannot print/],
  ])('with %j is refused at its field', (more, field, message) => {
    const [issue, ...others] = businessForm.safeParse({ ...business, ...more }).error?.issues ?? [];
    expect([issue?.path, issue?.message, others]).toEqual([[field], expect.stringMatching(message), []]);
  });
});

describe('a GSTIN as people type it', () => {
  test.each([
    ['spaces and small letters', ' 27 aapfu0939f 1zv '],
    ['hyphens and dashes', '27-AAPFU0939F–1Z‑V'],
    ['dots, and a full stop at the end', '27.AAPFU.0939.F1ZV.'],
    ['invisible characters', '\u200b27AAPFU\u200d0939F\u20601\ufe0fZV\ufeff\u200e'],
    ['line breaks of a copied table', '27AAPFU0939F1ZV\r\n'],
    ['digits of Devanagari', '२७AAPFU०९३९F१ZV'],
    ['digits of Arabic and Bengali', '٢٧AAPFU০৯৩৯F১ZV'],
    ['wide letters and digits', '２７ＡＡＰＦＵ０９３９Ｆ１ＺＶ'],
  ])('%s are cleaned', (_, typed) => expect(cleanCode(typed)).toBe('27AAPFU0939F1ZV'));

  test.each(['Δ7AAPFU0939F1ZV', '2७७AAPFU0939F1ZV', '27AAPFU0939F1Z²', '27ААPFU0939F1ZV'])(
    '%j stays wrong',
    (typed) => expect(gstinProblem(cleanCode(typed))).toBeDefined(),
  );
});
