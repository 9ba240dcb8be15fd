/** Tracking numbers by order (docs/desk.md, "Papers and shipping"). */
import { describe, expect, test } from 'vitest';
import { readOrderNumbers } from './order-numbers.ts';

const orders = [
  { id: 'a', reference: 'ORD-000001', isOpen: true },
  { id: 'b', reference: 'ORD-000002', isOpen: true },
  { id: 'c', reference: 'ORD-000003', isOpen: false },
];
const read = (text: string) => {
  const { numbers, problems } = readOrderNumbers(text, orders);
  return { numbers: Object.fromEntries(numbers), problems };
};

describe('two columns', () => {
  test.each([
    ['order first, in any order', 'ORD-000002\t22\nORD-000001\t11'],
    ['number first', '22\tORD-000002\n11\tORD-000001'],
    ['small letters, a sign and white space', '#ord-000002\t 2 2\nORD-000001 \t11'],
    ['as CSV with headings', 'Order ID,Name,AWB Number\nORD-000002,Asha,22\nORD-000001,"Rao, A.",11'],
    ['with apostrophes of a spreadsheet', "Order,AWB\nORD-000001,'11\nORD-000002,'22"],
  ])('%s', (_, text) => expect(read(text)).toEqual({ numbers: { a: '11', b: '22' }, problems: [] }));

  test('an order without a number is left as it is', () =>
    expect(read('ORD-000001\t11\nORD-000002\t')).toEqual({ numbers: { a: '11' }, problems: [] }));

  test('what does not fit is named with its row, and the others are filled', () =>
    expect(read('ORD-000001\t11\nORD-000001\t12\nORD-000003\t33\nORD-9\t9\nORD-000002\t7.01234E+13')).toEqual(
      {
        numbers: { a: '11' },
        problems: [
          'Row 2: ORD-000001 is named twice.',
          'Row 3: ORD-000003 is shipped already.',
          'Row 4: “ORD-9” is not one of these orders.',
          expect.stringMatching(/^Row 5: A spreadsheet has shortened the number “7.01234E\+13”/),
        ],
      },
    ));

  test.each([
    ['no column of orders', 'Name,AWB\nAsha,11'],
    ['three columns without headings', 'ORD-000001\tAsha\t11'],
    ['one column', 'ORD-000001\nORD-000002'],
  ])('refused: %s', (_, text) => expect(() => read(text)).toThrow(/column/));
});
