/** A courier's file of remittances: the cash that it has transferred for each parcel. Pure. */
import { describeProblem } from '#domain/import/problem.ts';
import { isShortened, readAmount, shortenedMessage } from '#domain/import/values.ts';
import { quoted } from '#domain/stock/items.ts';
import type { Paise } from '#lib/money.ts';
import { type CourierRow, combined, readCourierFile } from './courier-file.ts';
import { maxUtr } from './shipping-constants.ts';
import { readStatusTime } from './status-time.ts';
import { cleanNumber } from './tracking-numbers.ts';

/**
 * What the courier has transferred for a parcel.
 * @property row as a spreadsheet counts it @property raw the number as the file has it; `number` is clean
 * @property day `2026-11-27`; empty where the file does not say it @property utr the bank's number, or empty
 */
export type RemittanceLine = {
  row: number;
  raw: string;
  number: string;
  amount: Paise;
  day: string;
  utr: string;
};

/** A row of which nothing is recorded. @property message with its row and column */
export type RemittanceProblem = { number: string; message: string };

/** What a column may be called, the most certain name first: what was transferred comes before what was collected. */
const headings = {
  amount: [
    ...combined(
      ['Amount', 'Amt', 'COD Amount'],
      ['Remitted', 'Transferred', 'Paid', 'Settled', 'Credited', 'Payable'],
    ),
    ...['Amount', 'Amount Rs', 'Amount INR', 'Amount in Rs', 'Amt', 'Value'].flatMap((end) =>
      combined(
        [
          ...['Remitted', 'Remittance', 'COD Remitted', 'COD Remittance', 'Net Remittance', 'Net Remitted'],
          ...['Transferred', 'Transfer', 'Paid', 'Payment', 'Settled', 'Settlement', 'Net Payable'],
          ...['Payable', 'COD Payable', 'COD', 'Cash on Delivery', 'COD Collected', 'COD Collection'],
          ...['Collected', 'Collection', 'Cash', 'VPP', 'VP', 'MO'],
        ],
        [end],
      ),
    ),
    ...['Amount Collected', 'Collectable Value', 'Amount', 'Amount Rs', 'Amount INR', 'Amt'],
  ],
  date: combined(
    [
      ...['Remittance', 'Remitted', 'COD Remittance', 'Settlement', 'Transfer', 'Bank Transfer', 'UTR'],
      ...['Payment', 'Paid', 'Transaction', 'Credit', 'Credited', 'NEFT', ''],
    ],
    ['Date', 'On', 'Date Time', 'At'],
  ).concat('Date of Remittance', 'Date of Payment'),
  utr: [
    ...combined(
      ['UTR', 'Bank UTR', 'NEFT UTR', 'UTR Reference', 'Bank Reference', 'Bank Ref', 'NEFT Reference'],
      ['', 'No', 'Number', 'Num', 'ID'],
    ),
    ...combined(
      [
        ...['Bank Transaction', 'Transaction Reference', 'Transaction Ref', 'Transaction', 'Txn', 'NEFT'],
        ...['Payment Reference', 'Payment Ref', 'Remittance Reference', 'Remittance Ref', 'Remittance'],
        ...['CRF', 'Cheque', 'e MO', 'Payment'],
      ],
      ['No', 'Number', 'Num', 'ID'],
    ),
  ],
} as const;

type Field = keyof typeof headings;

/** What is wrong with a row, and in which field. */
type Wrong = [field: Field, message: string];

/**
 * Reads a file. Rows with a wrong cell are problems; the others are read.
 * @throws ImportRefused as {@link readCourierFile}
 */
export function readRemittanceFile(text: string): { lines: RemittanceLine[]; problems: RemittanceProblem[] } {
  const column = 'of amounts, such as COD Amount';
  const rows = readCourierFile(text, { headings, required: 'amount', column });
  const lines: RemittanceLine[] = [];
  const problems: RemittanceProblem[] = [];
  for (const row of rows) {
    const line = lineOf(row);
    if (!Array.isArray(line)) {
      lines.push(line);
      continue;
    }
    const [field, message] = line;
    const place = { row: row.row, column: row.headingOf(field) };
    problems.push({ number: row.raw, message: describeProblem({ ...place, message }) });
  }
  return { lines, problems };
}

function lineOf({ row, raw, number, cell, isCut }: CourierRow<Field>): RemittanceLine | Wrong {
  const [amount, date, utr] = [cell('amount'), cell('date'), cell('utr')];
  if (isCut)
    return ['amount', 'The file ends in this line. It may have been cut off: please export it again.'];
  if (!amount) return ['amount', 'There is no amount.'];
  const paise = readAmount(amount);
  if (paise === undefined) return ['amount', `${quoted(amount)} is not an amount above 0.`];
  const day = readStatusTime(date)?.slice(0, 10);
  if (day === undefined) return ['date', `${quoted(date)} is not a day such as 27-11-2026.`];
  if (isShortened(utr)) return ['utr', shortenedMessage(quoted(utr))];
  const reference = cleanNumber(utr);
  if (reference.length > maxUtr) return ['utr', `A UTR has at most ${maxUtr} characters.`];
  return { row, raw, number, amount: paise, day, utr: reference };
}
