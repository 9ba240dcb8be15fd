import { describe, expect, test } from 'vitest';
import { businessForm } from './business.ts';
import { ratesAt, taxContent } from './tax.ts';

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
  series: { invoice: 'HRT', creditNote: 'HRC' },
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

const series = (invoice: string, creditNote = 'HRC') => ({ series: { invoice, creditNote } });
const only = (more: object) => ({ goods: [{ ...goods, ...more }] });

test.each([
  ['a code that YAML reads as a number', only({ hsn: 330499 }), /in quotes/],
  ['a code of four digits', only({ hsn: '3304' }), /six digits/],
  ['a code twice', { goods: [goods, goods] }, /code twice/],
  ['goods without a rate', only({ rates: [] }), />=1|1 item/],
  ['rates that are not in order', only({ rates: goods.rates.toReversed() }), /order of their dates/],
  ['two rates of a day', only({ rates: [rate('2026-04-01', 5), rate('2026-04-01', 18)] }), /order of their/],
  ['a third decimal', only({ rates: [rate('2026-04-01', 5.125)] }), /two decimals/],
  ['a prefix that makes numbers longer than 16 characters', series('HRTX'), /three capital/],
  ['a prefix with a separator', series('H/R'), /three capital/],
  ['a prefix for both series', series('HRC'), /must differ/],
  ['a state that does not exist', { supplier: { state: 'Bavaria' } }, /no state "Bavaria"/],
])('%s is refused with one clear line', (_, more, message) => {
  const issues = taxContent.safeParse({ ...content, ...more }).error?.issues ?? [];
  expect(issues.map((issue) => issue.message)).toEqual([expect.stringMatching(message)]);
});

describe('a business', () => {
  const business = { gstin: ' 27aapfu 0939f1zv', businessName: ' Sita Stores ' };

  test('is normalised', () => {
    expect(businessForm.parse(business)).toEqual({ gstin: '27AAPFU0939F1ZV', businessName: 'Sita Stores' });
  });

  test.each([
    [{ gstin: '' }, 'gstin', /15 characters/],
    [{ gstin: '27AAPFU0939F1ZX' }, 'gstin', /last character/],
    [{ gstin: '9'.repeat(31) }, 'gstin', /15 characters/],
    [{ businessName: ' ' }, 'businessName', /enter the name/],
    [{ businessName: 'Sita\nStores' }, 'businessName', /cannot print/],
  ])('with %j is refused at its field', (more, field, message) => {
    const [issue, ...others] = businessForm.safeParse({ ...business, ...more }).error?.issues ?? [];
    expect([issue?.path, issue?.message, others]).toEqual([[field], expect.stringMatching(message), []]);
  });
});
