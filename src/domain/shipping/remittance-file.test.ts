/** A courier's file of remittances. The files are made up, in the way of each courier. */
import { ImportRefused } from 'shop-import/problem';
import { describe, expect, test } from 'vitest';
import { toPaise } from '#lib/money.ts';
import { noCharges, readRemittanceFile, sumOfCharges } from './remittance-file.ts';
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
      lines: [
        {
          row: 2,
          raw: 'a1',
          number: 'A1',
          amount: 59_900,
          charges: noCharges,
          isNet: !/COD|VPP/.test(amount),
          day: '2026-11-05',
          utr: 'N1',
        },
      ],
      problems: [],
    }),
  );

  test.each([
    ['COD Amount,Remitted Amount', '599,550', 599, { otherCharges: 49 }, false],
    [
      'COD Amount,COD Charges,Freight Charges,GST,Net Payable',
      '599,20,50,12.60,516.40',
      599,
      { codFee: 20, freight: 50, chargeTax: 12.6 },
      false,
    ],
    [
      'COD Amount,COD Fee,Freight,GST',
      '599,-20,(50),12.60',
      599,
      { codFee: 20, freight: 50, chargeTax: 12.6 },
      false,
    ],
    [
      'Net Remittance Amount,COD Charges,GST Amount',
      '550,41.53,7.47',
      599,
      { codFee: 41.53, chargeTax: 7.47 },
      false,
    ],
    [
      'COD Amount,COD Charges,Total Charges,Amount Paid',
      '599,20,49,550',
      599,
      { codFee: 20, otherCharges: 29 },
      false,
    ],
    ['COD Amount,COD Charges,Amount Paid', '599,20,550', 599, { codFee: 20, otherCharges: 29 }, false],
    ['COD Amount,COD Charges,Freight', '599,-,', 599, {}, false],
    ['Amount Remitted', '550', 550, {}, true],
    ['Amount Remitted,COD Charges', '599,0', 599, {}, true],
  ])('%s: %s', (columns, cells, collected, charges, isNet) => {
    const { lines, problems } = readRemittanceFile(`AWB,${columns}\nA1,${cells}\n`);
    const paise = Object.fromEntries(
      Object.entries(charges).map(([name, rupees]) => [name, toPaise(rupees)]),
    );
    expect(problems).toEqual([]);
    expect(lines).toMatchObject([{ amount: toPaise(collected), charges: { ...noCharges, ...paise }, isNet }]);
  });

  test('collected less charges is what was transferred, for every choice of columns in a file', () => {
    for (let n = 0; n < 500; n++) {
      const at = (most: number) => Math.floor(((n * 7919 + most * 104_729) % 10_007) * (most / 10_007));
      const [codFee, freight, chargeTax] = [at(4_000), at(9_000), at(2_000)];
      const collected = 20_000 + at(90_000);
      const net = collected - codFee - freight - chargeTax;
      const all = {
        'COD Amount': collected,
        'COD Fee': codFee,
        Freight: freight,
        GST: chargeTax,
        'Net Payable': net,
      };
      const named = Object.entries(all).filter((_, place) => n & (1 << place) || place === 4 - (n % 2) * 4);
      const cells = named.map(([, amount]) => (amount / 100).toFixed(2)); // rule: money - cells of a file
      const { lines } = readRemittanceFile(
        `AWB,${named.map(([name]) => name).join(',')}\nA1,${cells.join(',')}\n`,
      );
      const has = (name: string) => named.some(([one]) => one === name);
      const [one] = lines;
      if (has('Net Payable')) expect((one?.amount ?? 0) - sumOfCharges(one?.charges ?? noCharges)).toBe(net);
      if (has('COD Amount')) expect(one?.amount).toBe(collected);
    }
  });

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

  test.each([
    [
      'COD Amount,COD Fee,Amount Paid',
      '599,20,590',
      'Row 2, column COD Amount: ₹599.00 less charges of ₹20.00 is not ₹590.00.',
    ],
    [
      'COD Amount,COD Fee',
      '599,600',
      'Row 2, column COD Amount: ₹599.00 less charges of ₹600.00 is not ₹0.00.',
    ],
    ['COD Amount,COD Fee', '599,=1', 'Row 2, column COD Fee: “=1” is not an amount.'],
    ['COD Amount,Amount Paid', '599,', 'Row 2, column Amount Paid: There is no amount.'],
  ])('%s: %s', (columns, cells, message) =>
    expect(readRemittanceFile(`AWB,${columns}\nA1,${cells}\n`)).toEqual({
      lines: [],
      problems: [{ number: 'A1', message }],
    }),
  );

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
