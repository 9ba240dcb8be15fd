/** The rule of the reconciliation for a product's stock. */
import { expect, test } from 'vitest';
import { compareStock } from './stock.ts';

const serum = { id: 'serum', name: 'Glow Serum', stock: 95, ledger: 98, toSend: 0 };

test('stock that is what the ledger says is no difference', () => {
  expect(compareStock({ ...serum, ledger: 95, toSend: 2 })).toBeUndefined();
});

test.each([
  ['less', 95, 0, /^Count the pieces that can be sold\. Enter/],
  ['more', 99, 0, /^Count the pieces that can be sold\. Enter/],
  ['less, with pieces on the shelf that are sold', 95, 2, /sold, without the 2 that wait to be sent\. Enter/],
])('%s than the ledger says is a difference, to be counted', (_, stock, toSend, fix) => {
  expect(compareStock({ ...serum, stock, toSend })).toEqual({
    rule: 'stock',
    about: 'serum',
    name: 'Glow Serum',
    place: { screen: 'stock', id: 'serum' },
    expected: '98',
    found: String(stock),
    since: null,
    fix: expect.stringMatching(fix),
  });
});
