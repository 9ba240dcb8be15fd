/** The work that a broken file makes. */
import Papa from 'papaparse';
import { afterEach, expect, test, vi } from 'vitest';
import { readTable } from './table.ts';

afterEach(() => vi.restoreAllMocks());

const kilobytes = 200_000;
const fill = (part: string, end = '') => part.repeat((kilobytes - end.length) / part.length) + end;

test.each([
  ['one quote', `AWB,Status\n"1,Delivered\n${fill('2,Delivered\n')}`, 2, 'never ends'],
  [
    'one quote before cells with quotes',
    `AWB,Status\n1,"Delivered\n${fill('2,"Delivered"\n')}`,
    2,
    'nor doubled',
  ],
  ['quotes everywhere', `AWB,Status\n"${fill('a"')}`, 2, 'nor doubled'],
  ['quotes before a long gap', `AWB,Status\n"${fill('a"', ' '.repeat(90_000))},1`, 2, 'nor doubled'],
  ['doubled quotes', `AWB,Status\n1,"${fill('""')}`, 2, 'never ends'],
  ['one quote in the last row', `AWB,Status\n${fill('2,Delivered\n')}"3,Delivered`, 16_668, 'never ends'],
])('of 200 kB with %s, little is read before its row is named', (_, text, row, what) => {
  const parse = vi.spyOn(Papa, 'parse');
  const indexOf = vi.spyOn(String.prototype, 'indexOf');
  expect(() => readTable(text)).toThrow(new RegExp(`^Row ${row}: .*${what}`));
  // Papa gets the beginning of the text, to find the separator, and never all of it.
  const given = parse.mock.calls.map(([part]) => String(part).length);
  expect(given).toEqual([expect.any(Number)]);
  expect(given[0]).toBeLessThanOrEqual(65_536);
  // Each search for a quote of ours goes on where the last one has ended.
  const from = indexOf.mock.contexts.flatMap((context, n) => {
    const [wanted, start = 0] = indexOf.mock.calls[n] ?? [];
    return String(context) === text && wanted === '"' ? [start] : [];
  });
  expect(from).toEqual(from.toSorted((a, b) => a - b));
  expect(new Set(from).size).toBe(from.length);
});

test('quotes at the edges of cells, doubled ones and spaces behind them are read', () =>
  expect(readTable('a,b\r\n"x ""y"" , z" ,5" pipe\r\n"",""\r\n"1\n2",3').map(({ cells }) => cells)).toEqual([
    ['a', 'b'],
    ['x "y" , z', '5" pipe'],
    ['1\n2', '3'],
  ]));
