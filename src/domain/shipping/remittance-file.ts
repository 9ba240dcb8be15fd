/** A courier's file of remittances: the cash that it has transferred for each parcel. Pure. */

import { readAmount } from 'shop-import/money';
import { describeProblem } from 'shop-import/problem';
import { isShortened, shortenedMessage } from 'shop-import/values';
import { quoted } from '#domain/stock/items.ts';
import { keysOf } from '#lib/keys.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { type CourierRow, combined, readCourierFile } from './courier-file.ts';
import { maxUtr } from './shipping-constants.ts';
import { readStatusTime } from './status-time.ts';
import { cleanNumber } from './tracking-numbers.ts';

/** What a courier keeps of the cash of a parcel, with its label. Columns of the table `remittances` have these names. */
export const chargeLabels = {
  codFee: 'COD fee',
  freight: 'Freight',
  chargeTax: 'GST on charges',
  otherCharges: 'Other charges',
} as const;
export type ChargeName = keyof typeof chargeLabels;
export const chargeNames = keysOf(chargeLabels);
export type Charges = Record<ChargeName, Paise>;

export const noCharges: Charges = { codFee: 0, freight: 0, chargeTax: 0, otherCharges: 0 };
/** paise */
export const sumOfCharges = (charges: Charges): Paise =>
  chargeNames.reduce((sum, name) => sum + charges[name], 0);

/**
 * A row about the cash of a parcel.
 * @property row as a spreadsheet counts it @property raw the number as the file has it; `number` is clean
 * @property amount the cash that the buyer has paid, as far as the file says it @property charges what the courier keeps of it:
 *   `amount` less `charges` was transferred
 * @property isNet the file says only what was transferred, without the charges
 * @property day `2026-11-27`; empty where the file does not say it @property utr the bank's number, or empty
 */
export type RemittanceLine = {
  row: number;
  raw: string;
  number: string;
  amount: Paise;
  charges: Charges;
  isNet: boolean;
  day: string;
  utr: string;
};

/** A row of which nothing is recorded. @property message with its row and column */
export type RemittanceProblem = { number: string; message: string };

const amounts = ['Amount', 'Amount Rs', 'Amount INR', 'Amount in Rs', 'Amt', 'Value'];
const chargeEnds = ['Charge', 'Charges', 'Fee', 'Fees', 'Amount', 'Cost', 'Deduction', ''];

/** What a column may be called, the most certain name first. */
const headings = {
  /** What was transferred, after the charges if there are any. */
  net: [
    ...combined(
      ['Net', 'Net Amount', 'Amount', 'Amt', 'COD Amount'],
      ['Remitted', 'Transferred', 'Paid', 'Settled', 'Credited', 'Payable'],
    ),
    ...combined(
      [
        ...['Net Remittance', 'Net Remitted', 'Net Payable', 'Net', 'Remitted', 'Remittance', 'COD Remitted'],
        ...['COD Remittance', 'Transferred', 'Transfer', 'Paid', 'Payment', 'Settled', 'Settlement'],
        ...['Payable', 'COD Payable', 'Credited'],
      ],
      amounts,
    ),
  ],
  /** What the buyer has paid. */
  collected: [
    ...combined(
      [
        ...['COD Collected', 'Collected', 'COD Collection', 'Collection', 'Gross', 'COD'],
        ...['Cash on Delivery', 'Cash', 'VPP', 'VP', 'MO', 'Collectable'],
      ],
      amounts,
    ),
    ...['Amount Collected', 'Amount', 'Amount Rs', 'Amount INR', 'Amt'],
  ],
  codFee: combined(['COD', 'COD Handling', 'Cash Handling', 'COD Service'], chargeEnds.slice(0, 4)),
  freight: combined(
    ['Freight', 'Shipping', 'Forward', 'Forward Freight', 'Courier', 'Delivery', 'Logistics'],
    chargeEnds.slice(0, 7),
  ).concat('Freight'),
  chargeTax: combined(
    ['GST', 'IGST', 'Tax', 'Service Tax', 'GST on Charges', 'GST on Freight'],
    ['', 'Amount', 'Amt', 'Charge', 'Charges'],
  ),
  otherCharges: combined(
    ['Other', 'RTO', 'Adjustment', 'Adjusted', 'Deducted', 'Early COD', 'Misc', 'Miscellaneous', 'Weight'],
    chargeEnds,
  ),
  /** Of a file without its parts. */
  allCharges: combined(
    ['Total', 'Total Freight', 'All', 'Courier Total', 'Net'],
    ['Charge', 'Charges', 'Deduction', 'Deductions', 'Fee', 'Fees'],
  ).concat('Charges', 'Deductions'),
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
  const rows = readCourierFile(text, { headings, required: ['net', 'collected'], column });
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

/** What a courier has kept: files write charges with and without a minus. @returns undefined if it is no amount */
function readCharge(cell: string): Paise | undefined {
  const text = cell
    .trim()
    .replace(/^\((.*)\)$/, '$1')
    .replace(/^-/, '');
  return /^(|[₹\s]*0*(\.0*)?|-|nil|na)$/i.test(text) ? 0 : readAmount(text);
}

/** The cash of a row, its charges, and what was transferred. */
function moneyOf({
  cell,
  headingOf,
}: CourierRow<Field>): Pick<RemittanceLine, 'amount' | 'charges' | 'isNet'> | Wrong {
  const named = (['net', 'collected'] as const).filter((name) => cell(name));
  // An empty cell of what was transferred: it was not transferred yet.
  if (!named.length || (headingOf('net') && !cell('net'))) return ['net', 'There is no amount.'];
  const read = (name: 'net' | 'collected') => (cell(name) ? readAmount(cell(name)) : undefined);
  const wrong = named.find((name) => read(name) === undefined);
  if (wrong) return [wrong, `${quoted(cell(wrong))} is not an amount above 0.`];
  const parts = chargeNames.map((name) => [name, readCharge(cell(name))] as const);
  const total = readCharge(cell('allCharges'));
  const unread =
    total === undefined ? ('allCharges' as const) : parts.find(([, paise]) => paise === undefined)?.[0];
  if (unread) return [unread, `${quoted(cell(unread))} is not an amount.`];
  const charges = { ...noCharges, ...(Object.fromEntries(parts) as Charges) };
  charges.otherCharges += Math.max(0, (total ?? 0) - sumOfCharges(charges));
  const kept = sumOfCharges(charges);
  const [net, collected] = [read('net'), read('collected')];
  if (collected === undefined) return { amount: (net ?? 0) + kept, charges, isNet: kept === 0 };
  const rest = net === undefined ? 0 : collected - kept - net;
  if (rest < 0 || kept > collected)
    return [
      'collected',
      `${formatPrice(collected)} less charges of ${formatPrice(kept)} is not ${formatPrice(net ?? 0)}.`,
    ];
  return {
    amount: collected,
    charges: { ...charges, otherCharges: charges.otherCharges + rest },
    isNet: false,
  };
}

function lineOf(of: CourierRow<Field>): RemittanceLine | Wrong {
  const { row, raw, number, cell, headingOf, isCut } = of;
  const [date, utr] = [cell('date'), cell('utr')];
  if (isCut)
    return [
      headingOf('net') ? 'net' : 'collected',
      'The file ends in this line. It may have been cut off: please export it again.',
    ];
  const money = moneyOf(of);
  if (Array.isArray(money)) return money[0] === 'net' && !headingOf('net') ? ['collected', money[1]] : money;
  const day = readStatusTime(date)?.slice(0, 10);
  if (day === undefined) return ['date', `${quoted(date)} is not a day such as 27-11-2026.`];
  if (isShortened(utr)) return ['utr', shortenedMessage(quoted(utr))];
  const reference = cleanNumber(utr);
  if (reference.length > maxUtr) return ['utr', `A UTR has at most ${maxUtr} characters.`];
  return { row, raw, number, ...money, day, utr: reference };
}
