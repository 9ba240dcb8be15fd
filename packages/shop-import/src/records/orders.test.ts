/** Past orders as Shopify and WooCommerce's plugins export them: cell by cell, and with any value in any of their rows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { describeProblem } from '../problem.ts';
import { readRecords } from '../read-records.ts';
import { nasty, newToken, random } from '../testing/any-text.ts';
import type { ImportedOrder, ReadRecord } from './record.ts';

const textOf = (name: string) =>
  readFileSync(join(import.meta.dirname, '../testing/records', `${name}-orders.csv`), 'utf8');
const read = (text: string) => readRecords(new TextEncoder().encode(text));
const recordsOf = (text: string) => (read(text)?.records ?? []) as ReadRecord<ImportedOrder>[];
const values = (name: string) => recordsOf(textOf(name)).flatMap(({ value }) => value ?? []);
const out = (name: string) =>
  recordsOf(textOf(name))
    .filter(({ value }) => !value)
    .map(({ name: of, findings }) =>
      [of, ...findings.map((one) => `${one.severity}: ${describeProblem(one)}`)].join(' | '),
    );

describe('of Shopify', () => {
  test('several rows are one order; another currency stays in its words', () => {
    expect(read(textOf('shopify'))?.format).toBe('Shopify orders');
    expect(values('shopify')).toEqual([
      {
        number: '#1042',
        at: '2024-11-02 10:15',
        email: 'Asha.Rao@Example.in',
        status: 'paid, fulfilled',
        total: 179_700,
        lines: [
          { name: 'Rose Mist - 100 ml', quantity: 2, price: 69_900 },
          { name: 'Neem Balm', quantity: 1, price: 49_900 },
        ],
      },
      {
        number: '#1041',
        at: '2024-10-30 07:59',
        email: 'vikram@example.in',
        status: 'cancelled, refunded, unfulfilled',
        total: 54_800,
        lines: [{ name: 'Neem Balm', quantity: 1, price: 49_900 }],
      },
      {
        number: '#1040',
        at: '2024-10-28 07:59',
        email: 'jane@example.com',
        status: 'paid, fulfilled',
        total: 'USD 25.00',
        lines: [{ name: 'Rose Mist - 50 ml', quantity: 1, price: 'USD 12.50' }],
      },
    ]);
    expect(out('shopify')).toEqual([
      '#1039 | left out: Row 6, column Email: There is no email address, so nobody could find the order.',
    ]);
  });

  test('an address, a phone or a reference of a payment is named, and never kept', () => {
    const [order] = recordsOf(textOf('shopify'));
    expect(order?.others).toMatchObject({
      Subtotal: '1897.00',
      'Discount Code': 'DIWALI100',
      'Lineitem sku': 'RM-100 | NB-1',
      Vendor: 'Vann',
      Id: '5512345678901',
    });
    expect(order?.personal).toEqual(
      expect.arrayContaining([
        'Billing Name',
        'Shipping Street',
        'Billing Phone',
        'Phone',
        'Notes',
        'Payment ID',
      ]),
    );
    expect(JSON.stringify(order)).not.toMatch(/Lake Road|9876543210|rzp_|gate|411001/);
  });
});

test('of WooCommerce: rows that repeat an order, and one with two addresses', () => {
  expect(read(textOf('woocommerce'))?.format).toBe('WooCommerce orders');
  expect(values('woocommerce')).toEqual([
    {
      number: '2071',
      at: '2025-03-02 18:20',
      email: 'meera@example.in',
      status: 'Completed',
      total: 124_800,
      lines: [
        { name: 'Rose Mist 100 ml', quantity: 1, price: 69_900 },
        { name: 'Neem Balm', quantity: 1, price: 49_900 },
      ],
    },
  ]);
  expect(out('woocommerce')).toEqual([
    '2072 | refused: Row 5, column Email (Billing): “other@example.in”: another row of this order has “ravi@example.in”.',
    '2073 | refused: Row 6, column Order Date: “soon” is no day that is known. Please write 2026-11-30. | refused: Row 6, column Quantity (- Refund): “x” is no quantity.',
  ]);
  expect(recordsOf(textOf('woocommerce'))[0]?.others).toMatchObject({
    'Order ID': '2069',
    SKU: 'RM-100 | NB-1',
  });
});

test('of a table: amounts with their sign, and no day that could be two', () => {
  expect(values('table')).toEqual([
    {
      number: 'A-1',
      at: '2025-01-14',
      email: 'asha@example.in',
      status: '',
      total: 129_900,
      lines: [{ name: 'Rose Mist', quantity: 1, price: 129_900 }],
    },
    {
      number: 'A-3',
      at: '2025-02-25',
      email: 'asha@example.in',
      status: '',
      total: '£12.50',
      lines: [{ name: 'Neem Balm', quantity: 1, price: '£12.50' }],
    },
  ]);
  expect(out('table')).toEqual([
    'A-2 | refused: Row 3, column Date: “03/02/2025” is no day that is known. Please write 2026-11-30.',
  ]);
});

test('a file of orders without what an order needs says so', () =>
  expect(() => read('Order Number,Email,Order Total\n1,a@b.in,5')).toThrow('This is a file of orders.'));

/** The first two rows of a file as one order, with another text in a cell of the second. */
function withCell(name: string, column: string, text: string): string {
  const { data, meta } = Papa.parse<Record<string, string>>(textOf(name), { header: true });
  const [first = {}, second = {}] = data;
  const common = ['Name', 'Order Number', 'Order', 'Date', 'Email', 'Total'].filter(
    (heading) => first[heading],
  );
  const further = {
    ...second,
    ...Object.fromEntries(common.map((heading) => [heading, first[heading]])),
    [column]: text,
  };
  return Papa.unparse({ fields: [...(meta.fields ?? []), 'Shelf'], data: [first, further] });
}

describe.each(['shopify', 'woocommerce', 'table'])('a further row of %s', (name) => {
  const [columns = []] = Papa.parse<string[]>(textOf(name), { preview: 1 }).data;

  test('loses no cell', () => {
    const lost = [...columns, 'Shelf'].filter((column) => {
      const text = newToken();
      const records = recordsOf(withCell(name, column, text));
      return (
        !JSON.stringify(records).includes(text) && !records.some(({ personal }) => personal.includes(column))
      );
    });
    expect(lost).toEqual([]);
  });

  test('with any value has whole paise and quantities, and one address, or stays out', () => {
    for (const column of columns)
      for (const text of Array.from({ length: 8 }, () => nasty[random(nasty.length)] ?? ''))
        for (const { value, findings } of recordsOf(withCell(name, column, text))) {
          if (!value) {
            expect(findings).not.toEqual([]);
            continue;
          }
          const sums = [value.total, ...value.lines.flatMap(({ price }) => price ?? [])];
          for (const sum of sums)
            expect(typeof sum === 'string' ? sum !== '' : Number.isSafeInteger(sum) && sum >= 0).toBe(true);
          for (const { quantity } of value.lines)
            expect(Number.isInteger(quantity) && quantity >= 0).toBe(true);
        }
  });
});
