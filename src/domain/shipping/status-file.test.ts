/** A courier's status file (docs/desk.md, "Papers and shipping"). The files are made up, in the way of each courier. */
import { ImportRefused } from 'shop-import/problem';
import { decodeText } from 'shop-import/table';
import { describe, expect, test } from 'vitest';
import { maxFileRows } from './shipping-constants.ts';
import { readStatusFile } from './status-file.ts';
import { sampleStates } from './testing/sample-states.ts';

const read = (text: string) => readStatusFile(text, sampleStates);
const short = (text: string) => read(text).map(({ number, state }) => `${number} ${state}`);

describe('columns', () => {
  test.each([
    ['AWB No.', 'Current Status', 'Remarks'],
    ['Waybill', 'Status', 'NDR Reason'],
    ['Tracking ID', 'Shipment Status', 'Reason'],
    ['Consignment Number', 'STATUS', 'Last Remark'],
    ['awb_number', 'Courier Status', 'remark'],
    ['article-number', 'event-description', 'REMARKS'],
    ['WAYBILL.NO', 'scan_status', 'Status-Remarks'],
    ['CN NO', 'Order Status', 'failure reason'],
    ['Order ID', 'courier-status', 'Instructions'],
  ])('%s, %s, %s', (number, status, remark) =>
    expect(read(`Date,${status},${number},${remark}\n,Undelivered, em 1 ,"Door  locked"`)).toEqual([
      {
        raw: 'em 1',
        number: 'EM1',
        status: 'Undelivered',
        state: 'undelivered',
        at: '',
        remark: 'Door locked',
        isCut: false,
      },
    ]),
  );

  test('the courier’s number comes before the shop’s, which stands for a row without one', () =>
    expect(
      short('Order ID,Status,AWB,Order Status\n#ord-100001,Delivered,14523698741,New\n#ord-100002,RTO,,New'),
    ).toEqual(['14523698741 delivered', 'ORD-100002 unchanged']));

  test('of several statuses, that of the courier counts', () =>
    expect(short('AWB,Order Status,Status,Courier Status\nA1,Delivered,Active,Undelivered')).toEqual([
      'A1 undelivered',
    ]));
});

describe('files as couriers write them', () => {
  const rows = [
    ['AWB No', 'Current Status', 'Place'],
    ['14523698741', 'Delivered', 'Pune, MH'],
    ['00123', 'RTO Delivered', 'a;b|c'],
  ];
  const written = (separator: string, end = '\n') =>
    rows
      .map((row) => row.map((cell) => (/[,;|\t]/.test(cell) ? `"${cell}"` : cell)).join(separator))
      .join(end);
  const expected = ['14523698741 delivered', '00123 returned'];

  test.each([',', ';', '\t', '|'])('separated by %j, with every line end', (separator) => {
    for (const end of ['\n', '\r\n', '\r']) expect(short(written(separator, end))).toEqual(expected);
    expect(short(`sep=${separator}\r\n${written(separator, '\r\n')}`)).toEqual(expected);
    expect(short(`"sep=${separator}"\n${written(separator)}`)).toEqual(expected);
  });

  test.each([
    ['one title', 'Shipment report\n'],
    ['titles with commas, and empty lines', 'Harita Skincare, Pune, 411001\n\n"From 1, to 27 Nov"\n\n'],
    ['many titles', 'Report, of, a, day\n'.repeat(20)],
  ])('%s above the headings', (_, titles) => {
    expect(short(titles + written(';'))).toEqual(expected);
    expect(short(`sep=;\n${titles}${written(';')}`)).toEqual(expected);
  });

  test('as UTF-8 and UTF-16, with and without a byte order mark', () => {
    const text = written('\t', '\r\n');
    const utf16 = Buffer.from(text, 'utf16le');
    const mark = Buffer.from('\ufeff', 'utf16le');
    const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
    for (const bytes of [
      Buffer.from(`\ufeff${text}`),
      ...[utf16, Buffer.concat([mark, utf16])],
      ...[swapped(utf16), swapped(Buffer.concat([mark, utf16]))],
    ])
      expect(short(decodeText(bytes).text)).toEqual(expected);
    expect(short(`\ufeff${text}`)).toEqual(expected);
  });

  test('a number that a spreadsheet was kept from changing is read as it was', () => {
    const lines = read('\ufeffAWB;Status\n="00123";Delivered\n\'70123456789012;Delivered\n;\n');
    expect(lines.map(({ raw }) => raw)).toEqual(['00123', '70123456789012']);
  });

  test('India Post writes date and time into columns of their own', () =>
    expect(
      read(
        'article-number,event-date,event-time,event-office,event-description\nEM123456789IN,27/11/2026,09:05:00,Pune HO,Item Delivered(Addressee)',
      ),
    ).toMatchObject([{ number: 'EM123456789IN', state: 'delivered', at: '2026-11-27 09:05:00' }]));

  test('where one date is not day first, no date of the file counts', () => {
    const at = (...dates: string[]) =>
      read(`AWB,Status,Status Date\n${dates.map((date) => `1,Delivered,${date}`).join('\n')}`).map(
        (line) => line.at,
      );
    expect(at('05/11/2026', '-', '27/11/2026')).toEqual(['2026-11-05', '', '2026-11-27']);
    expect(at('05/11/2026', '11/27/2026')).toEqual(['', '']);
    expect(at('05/11/2026', '46353')).toEqual(['', '']);
  });
});

describe('a file is refused', () => {
  test.each([
    [
      'Order,Status\n1,Delivered',
      'The file has no column of tracking numbers, such as AWB. Its first line has: Order, Status.',
    ],
    ['AWB,City\n1,Pune', 'The file has no column named Status. Its first line has: AWB, City.'],
    [
      '14523698741,Delivered\n14523698742,RTO',
      'The file has no column of tracking numbers, such as AWB. Its first line has: 14523698741, Delivered.',
    ],
    ['AWB,Status\n', 'The file has no parcels.'],
    [
      'AWB No.\nA1',
      'The file has one column only. It needs a column of tracking numbers, such as AWB, and one named Status.',
    ],
    ['', 'The file is empty.'],
    ['\ufeff\r\n\r\n', 'The file is empty.'],
    [
      'Report\nAWB,Status\nA1,Delivered\n"A2,Delivered\nA3,Delivered\n',
      'Row 4: A quoted cell begins here and never ends. The file may have been cut off: please export it again.',
    ],
    [
      'Report\nAWB No.,Status\nA1,Delivered\n7.01234E+13,Delivered\n',
      'Row 4, column AWB No.: A spreadsheet has shortened the number “7.01234E+13”. Please format its column as text, and enter it again.',
    ],
    [
      'AWB;Status\n7,01234E+13;Delivered\n',
      'Row 2, column AWB: A spreadsheet has shortened the number “7,01234E+13”. Please format its column as text, and enter it again.',
    ],
  ])('%j', (text, message) => expect(() => read(text)).toThrow(new ImportRefused(message)));

  test.each([maxFileRows + 1, 100_000])('of %d lines', (count) =>
    expect(() => read(`Report\nAWB,Status\n${'1,Delivered\n'.repeat(count)}`)).toThrow(
      `The file has ${count.toLocaleString('en-IN')} rows; at most 2,000 are read. Please export it in parts.`,
    ),
  );

  test('but not one of as many lines as are possible', () =>
    expect(read(`AWB,Status\n${'1,Delivered\n'.repeat(maxFileRows)}`)).toHaveLength(maxFileRows));
});

test('a status at the end of the file that may have lost its end is not understood', () =>
  expect(read('AWB,Status,City\nA1,Delivered\nA2,Delivered')).toMatchObject([
    { state: 'delivered', isCut: false },
    { state: 'unknown', isCut: true },
  ]));
