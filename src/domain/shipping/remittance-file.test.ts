/** A courier's file of remittances. The files are made up, in the way of each courier. */
import { describe, expect, test } from 'vitest';
import { ImportRefused } from '#domain/import/problem.ts';
import { readRemittanceFile } from './remittance-file.ts';
import { maxFileRows } from './shipping-constants.ts';

const refusal = (text: string) => {
  try {
    readRemittanceFile(text);
  } catch (error) {
    if (error instanceof ImportRefused) return error.message;
    throw error;
  }
  return undefined;
};

describe('columns', () => {
  test.each([
    ['AWB', 'COD Amount', 'Remittance Date', 'UTR No'],
    ['Waybill', 'Amount Remitted', 'Remitted On', 'Bank Reference'],
    ['waybill_number', 'Remitted Amount', 'Payment Date', 'Bank Reference No.'],
    ['AWB No', 'Remittance Amount (Rs.)', 'Date of Remittance', 'UTR'],
    ['Tracking ID', 'COD Amt', 'Settlement Date', 'NEFT UTR'],
    ['Article Number', 'VPP Amount', 'Date', 'e-MO No'],
    ['Consignment No', 'COD Collected Amount', 'Paid Date', 'Cheque No'],
    ['Order ID', 'COD Value', 'UTR Date', 'Transaction ID'],
  ])('%s, %s, %s, %s', (number, amount, date, utr) =>
    expect(
      readRemittanceFile(`S.No,${date},${number},${amount},${utr}\n1,05-11-2026, a1 ,599,n 1\n`),
    ).toEqual({
      lines: [{ row: 2, raw: 'a1', number: 'A1', amount: 59_900, day: '2026-11-05', utr: 'N1' }],
      problems: [],
    }),
  );

  test('what was remitted comes before what was collected', () =>
    expect(readRemittanceFile('AWB,COD Amount,Remitted Amount\nA1,599,550\n').lines).toMatchObject([
      { amount: 55_000 },
    ]));

  test('titles, separators and text cells', () =>
    expect(
      readRemittanceFile('COD report\r\n\r\nWaybill;COD Amount;UTR\r\n="00123";₹ 1,299.00;\'0042\r\n').lines,
    ).toMatchObject([{ row: 4, number: '00123', amount: 129_900, day: '' }]));
});

test.each([
  ['1,299.00', 129_900],
  ['₹599', 59_900],
  ['Rs. 1,29,999.50', 12_999_950],
])('the amount %s', (text, amount) =>
  expect(readRemittanceFile(`AWB,COD Amount\nA1,"${text}"\n`).lines).toMatchObject([{ amount }]),
);

describe('a wrong cell is a problem with row and column, and the other rows are read', () => {
  test.each([
    ['-599,27-11-2026,N1', 'Row 2, column COD Amount: “-599” is not an amount above 0.'],
    ['0,27-11-2026,N1', 'Row 2, column COD Amount: “0” is not an amount above 0.'],
    [',27-11-2026,N1', 'Row 2, column COD Amount: There is no amount.'],
    ['=1+1,27-11-2026,N1', 'Row 2, column COD Amount: “=1+1” is not an amount above 0.'],
    ['599,31-02-2026,N1', 'Row 2, column Date: “31-02-2026” is not a day such as 27-11-2026.'],
    [`599,27-11-2026,${'9'.repeat(100)}`, 'Row 2, column UTR: A UTR has at most 40 characters.'],
    [
      '599,27-11-2026,1.2E+15',
      'Row 2, column UTR: A spreadsheet has shortened the number “1.2E+15”. Please format its column as text, and enter it again.',
    ],
  ])('%s', (cells, message) => {
    const { lines, problems } = readRemittanceFile(`AWB,COD Amount,Date,UTR\nA1,${cells}\nA2,1,,\n`);
    expect(problems).toEqual([{ number: 'A1', message }]);
    expect(lines.map(({ number }) => number)).toEqual(['A2']);
  });

  test('a file that ends inside its last row', () =>
    expect(readRemittanceFile('AWB,COD Amount,UTR\nA1,5').problems[0]?.message).toBe(
      'Row 2, column COD Amount: The file ends in this line. It may have been cut off: please export it again.',
    ));
});

describe('a file is refused', () => {
  test('with more rows than are read', () =>
    expect(refusal(`AWB,COD Amount\n${'A1,1\n'.repeat(maxFileRows + 1)}`)).toMatch(
      /2,001 rows; at most 2,000/,
    ));

  test.each([
    ['Asha,Rao\nPune,Goa\n', /no column of tracking numbers, such as AWB/],
    ['AWB,Status\nA1,Delivered\n', /no column of amounts, such as COD Amount/],
    ['AWB,COD Amount\n', /no parcels/],
    ['AWB,COD Amount\n1.2E+11,599\n', /Row 2, column AWB: A spreadsheet has shortened the number/],
    ['', /empty/],
  ])('%j', (text, message) => expect(refusal(text)).toMatch(message));
});
