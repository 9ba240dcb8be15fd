/** What else a merchant brings: a row of a file that is about no product. */
import type { Columns, NamedRow } from '../columns.ts';
import { type Moment, readMoment } from '../moment.ts';
import type { Finding } from '../problem.ts';
import type { Paise } from '../rupees.ts';

/**
 * @property id of the review in its system; empty where the file has none
 * @property products words that name its product, the surest first: handle, number, SKU, name
 * @property at when it was written
 */
export type ImportedReview = {
  id: string;
  products: string[];
  rating: number;
  title: string;
  comment: string;
  name: string;
  at: Moment;
  reply?: { text: string; at: Moment };
};

/**
 * @property percent taken off an order @property minimum smallest sum of an order
 * @property from, until when it begins and ends; left out for a code without such a time
 * @property hasEnded it can no longer be used, also before its last day
 * @property uses orders that may still use it; undefined for any number @property email the only customer who may use it
 */
export type ImportedCoupon = {
  code: string;
  percent: number;
  minimum: Paise;
  from?: Moment;
  until?: Moment;
  hasEnded?: true;
  uses?: number;
  usesPerCustomer?: number;
  email?: string;
};

/** Somebody who has agreed to a newsletter. @property at when, where the file says it */
export type ImportedSubscriber = { email: string; at?: Moment };

/** An address of the old shop and the one that it leads to, as the file has them. @property columns their headings */
export type ImportedRedirect = { from: string; to: string; columns: Record<'from' | 'to', string> };

/** Paise, or an amount of another currency as the file has it: `USD 12.50`. */
export type Sum = Paise | string;

/**
 * An order of the old shop.
 * @property number as its customer knows it @property status in the words of the file @property at when it was placed
 * @property lines what was bought, each with the price of one where the file has it
 */
export type ImportedOrder = {
  number: string;
  at: Moment;
  email: string;
  status: string;
  total: Sum;
  lines: { name: string; quantity: number; price?: Sum }[];
};

export type RecordValues = {
  orders: ImportedOrder;
  reviews: ImportedReview;
  coupons: ImportedCoupon;
  subscribers: ImportedSubscriber;
  redirects: ImportedRedirect;
};
export type RecordKind = keyof RecordValues;

/**
 * @property row the first one @property name for people: of a review its product, of a code the code
 * @property value undefined where a finding says why it does not come over
 * @property others texts of columns that no reader has taken, by heading
 * @property personal columns of which the texts are about a person and of no use: they are named, and not kept
 */
export type ReadRecord<Value> = {
  row: number;
  name: string;
  value?: Value;
  others: Record<string, string>;
  personal: string[];
  findings: Finding[];
};

/** What is read of a row. A finding `refused` or `left out` keeps it out. */
export type RecordReading<Value> = { name: string; value?: Value };

/** A row of a record, and what is to say of it. */
export type RecordRow = { row: NamedRow; notes: RowNotes };

/**
 * @property formatOf the name of the system; undefined for a table of anything else
 * @property keyOf rows with the same key are one record; without a key, a row is one
 * @property read its last argument has all rows of the record, the first of which is the row
 */
export type RecordReader<Value> = {
  formatOf: (columns: Columns) => string | undefined;
  keyOf?: (row: NamedRow, columns: Columns) => string | undefined;
  read: (
    row: NamedRow,
    columns: Columns,
    notes: RowNotes,
    rows: readonly RecordRow[],
  ) => RecordReading<Value>;
  /** Whether the texts of a column are about a person and of no use. */
  isPersonal: (heading: string) => boolean;
};

/** Collects what is to say of a row. */
export class RowNotes {
  readonly findings: Finding[] = [];
  private readonly row: number;

  constructor(row: number) {
    this.row = row;
  }

  private add(severity: Finding['severity'], column: string | undefined, message: string): undefined {
    this.findings.push({ severity, row: this.row, ...(column && { column }), message });
  }

  /** Something is wrong, and keeps the row out. */
  refuse(column: string | undefined, message: string): undefined {
    return this.add('refused', column, message);
  }

  /** The row says that it is not to come over, or the shop has nothing like it. */
  leaveOut(column: string | undefined, message: string): undefined {
    return this.add('left out', column, message);
  }

  guess(column: string | undefined, message: string): undefined {
    return this.add('guessed', column, message);
  }

  get isOut(): boolean {
    return this.findings.some(({ severity }) => severity === 'refused' || severity === 'left out');
  }
}

/** A time as these systems write it, also `2025-03-02 10:12:00 UTC` and `12/31/2025 10:00`. */
export const readTime = (cell: string, monthFirst?: boolean): Moment | undefined =>
  readMoment(cell.replace(/\s*(UTC|GMT)$/i, 'Z'), monthFirst);

/** Headings of texts about a person that no part of a shop needs again. */
export const personalHeadings = [
  ...[
    'email',
    'e-mail',
    'email address',
    'reviewer_email',
    'reviewer.email',
    'customer email',
    'billing email',
  ],
  ...['phone', 'phone number', 'mobile', 'ip', 'ip_address', 'ip address', 'location', 'city', 'order id'],
];
