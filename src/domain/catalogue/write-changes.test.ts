import { expect, test } from 'vitest';
import type { FieldChange } from './catalogue-change.ts';
import { writeChanges } from './write-changes.ts';

const file = (fields: string, end = '\n') =>
  `---\nname: Tint # the sheer one\ncategory: sunscreen\n${fields}placeholder: true\n---\n\nText: **bold**.\n`.replaceAll(
    '\n',
    end,
  );
const sizes = 'variants:\n  - label: 30 ml\n  - id: 50-ml\n    label: 50 ml\n    price: 900\n';
const name = 'products/tint/index.md';
const from = Date.parse('2026-11-01T00:00:00+05:30');
const until = Date.parse('2026-11-09T00:00:00+05:30');
const diwali = { name: 'Diwali', from, until, percent: 20 };

/** The files after changes. @param fields of each change */
function write(text: string | undefined, fields: FieldChange[][], sales = 'sales: []\n') {
  const files: Record<string, string | undefined> = { [name]: text, 'sales.yaml': sales };
  const changes = fields.map((one, n) => ({ id: `c${n}`, at: from, productId: 'tint', fields: one }));
  const { texts, failed } = writeChanges((one) => files[one], changes);
  return { texts: Object.fromEntries(texts), failed: Object.fromEntries(failed) };
}
const price = (before: number, after: number, item = 'tint'): FieldChange => ({
  item,
  field: 'price',
  before: before * 100,
  after: after * 100,
});

test.each(['\n', '\r\n'])('a price changes its line alone, with the line ends of the file: %j', (end) => {
  expect(write(file('price: 600\n', end), [[price(600, 549.5)]]).texts).toEqual({
    [name]: file('price: 549.5\n', end),
  });
});

test('a size, the status and an MRP of the product', () => {
  const { texts } = write(file(`price: 600\n${sizes}`), [
    [
      price(900, 850, 'tint--50-ml'),
      { item: 'tint', field: 'originalPrice', before: null, after: 70_000 },
      { item: 'tint', field: 'status', before: 'published', after: 'hidden' },
    ],
  ]);
  expect(texts[name]).toContain('    price: 850\n');
  expect(texts[name]).toMatch(/^originalPrice: 700$/m);
  expect(texts[name]).toMatch(/^status: hidden$/m);
  expect(texts[name]).toContain('# the sheer one');
});

test('several changes one after the other; changed and changed back is no change; a repetition neither', () => {
  const text = file('price: 600\n');
  expect(write(text, [[price(600, 550)], [price(550, 540)]]).texts[name]).toBe(file('price: 540\n'));
  expect(write(text, [[price(600, 550)], [price(550, 600)]])).toEqual({ texts: {}, failed: {} });
  expect(write(file('price: 550\n'), [[price(600, 550)]])).toEqual({ texts: {}, failed: {} });
});

test('a sale keeps the others and their comments; with times of day it has them', () => {
  const others =
    '# Festivals\nsales:\n  - name: Holi # spring\n    from: 2027-03-01\n    until: 2027-03-05\n    percent: 10\n    everything: true\n';
  const set = (before: typeof diwali | null, after: typeof diwali | null): FieldChange => ({
    item: 'tint',
    field: 'sale',
    before,
    after,
  });
  const text = file('price: 600\n');
  const added = write(text, [[set(null, diwali)]], others).texts['sales.yaml'] ?? '';
  expect(added).toBe(
    `${others}  - name: Diwali\n    from: 2026-11-01\n    until: 2026-11-08\n    percent: 20\n    products:\n      - tint\n`,
  );
  const evening = { ...diwali, from: from + 18 * 3_600_000, until: until - 3_600_000 };
  const changed = write(text, [[set(diwali, evening)]], added).texts['sales.yaml'];
  expect(changed).toContain('    from: 2026-11-01 18:00\n    until: 2026-11-08 23:00\n');
  expect(write(text, [[set(diwali, null)]], added).texts['sales.yaml']).toBe(others);
});

test.each([
  ['the file is gone', undefined, [price(600, 550)], /index\.md is not there/],
  ['it has no such size', file('price: 600\n'), [price(9, 8, 'tint--50-ml')], /has no tint--50-ml/],
  ['somebody has changed it', file('price: 650\n'), [price(600, 550)], /is ₹650\.00 there, not ₹600\.00/],
  ['it cannot be read', file('price: cheap\n'), [price(600, 550)], /cannot be read: price must be a number/],
  ['it would be wrong', file('price: 600\noriginalPrice: 700\n'), [price(600, 800)], /above the MRP/],
])('nothing is written when %s', (_, text, fields, reason) => {
  const { texts, failed } = write(text, [fields]);
  expect([texts, failed]).toEqual([{}, { c0: expect.stringMatching(reason) }]);
});
