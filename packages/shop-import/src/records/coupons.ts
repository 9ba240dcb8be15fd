/**
 * Discount codes as Shopify exports them, and WooCommerce's coupons as its export plugins do. Only a percentage of a whole order
 * is the same in every shop: what a code can do besides is named, and keeps the code out.
 */
import { type Columns, headingMatcher, type NamedRow } from '../columns.ts';
import { readMoney } from '../money.ts';
import type { Paise } from '../rupees.ts';
import { oneLine, readList, readNumber, readSwitch } from '../values.ts';
import { type ImportedCoupon, type RecordReader, type RowNotes, readTime } from './record.ts';

const formatOf = (columns: Columns): string | undefined => {
  if (columns.has('Name', 'Value', 'Value Type')) return 'Shopify discounts';
  const isCoupon = columns.has('discount_type') && columns.find('coupon_amount', 'amount');
  return isCoupon && codeColumn(columns) ? 'WooCommerce coupons' : undefined;
};

const codeColumn = (columns: Columns) => columns.find('post_title', 'code', 'coupon_code', 'name');

/** Keeps a code out that has something in one of these columns. @param none what these columns say where there is nothing */
function checkNone(
  row: NamedRow,
  notes: RowNotes,
  columns: readonly string[],
  what: string,
  none: RegExp,
): void {
  for (const column of columns) {
    const text = row.cell(column);
    if (!none.test(text)) notes.leaveOut(column, `“${text}”: ${what}`);
  }
}

/** A whole number above 0; undefined where there is none, and 0. */
function readCount(row: NamedRow, notes: RowNotes, heading: string): number | undefined {
  const text = row.cell(heading);
  if (!text) return undefined;
  const count = readNumber(text);
  if (count !== undefined && Number.isInteger(count) && count >= 0) return count || undefined;
  return notes.refuse(heading, `“${text}” is no number of orders.`);
}

function readPercent(row: NamedRow, notes: RowNotes, heading: string): number | undefined {
  const text = row.cell(heading);
  const percent = Math.abs(readNumber(text.replace(/\s*%$/, '')) ?? Number.NaN);
  if (Number.isInteger(percent) && percent >= 1 && percent <= 100) return percent;
  return notes.leaveOut(heading, `“${text}” is no whole number of per cent from 1 to 100.`);
}

/** The smallest sum: an amount, or a sentence with one. */
function readMinimum(row: NamedRow, notes: RowNotes, heading: string): Paise {
  const text = row.cell(heading);
  if (!text || /^(none|no minimum( requirements?)?|0+([.,]0+)?)$/i.test(text)) return 0;
  const { amount, currency = 'INR' } =
    readMoney(text.replace(/^minimum (purchase|spend)( amount)?( of)?:?\s*/i, '')) ?? {};
  if (amount !== undefined && currency === 'INR') return amount;
  notes.leaveOut(heading, `“${text}” is no smallest sum in rupees.`);
  return 0;
}

/** Orders that may still use it. */
function usesLeft(row: NamedRow, notes: RowNotes, limit: string, used: string): Pick<ImportedCoupon, 'uses'> {
  const most = readCount(row, notes, limit);
  if (most === undefined) return {};
  const left = most - (readCount(row, notes, used) ?? 0);
  if (left > 0) return { uses: left };
  notes.leaveOut(limit, `It was used ${most} times, as often as it may be.`);
  return {};
}

type Ends = Pick<ImportedCoupon, 'until'>;

function readEnd(row: NamedRow, notes: RowNotes, heading: string): Ends {
  const text = row.cell(heading);
  // A number is the time of a system in seconds.
  const until = readTime(/^\d{9,10}$/.test(text) ? new Date(Number(text) * 1000).toISOString() : text);
  if (text && !until) notes.refuse(heading, `“${text}” is no day.`);
  return until ? { until } : {};
}

function readShopify(row: NamedRow, notes: RowNotes) {
  const code = oneLine(row.cell('Name'));
  const type = row.find(['Value Type']);
  if (!/^percent(age)?$/i.test(type.text))
    notes.leaveOut(type.column, `“${type.text}”: the codes of this shop take a percentage off.`);
  checkNone(
    row,
    notes,
    ['Type'],
    'the codes of this shop take a percentage off the whole order.',
    /^((percentage|amount|percent)([ _]off)?([ _]order)?)?$/i,
  );
  checkNone(
    row,
    notes,
    ['Discount Class'],
    'the codes of this shop count for the whole order.',
    /^(order)?$/i,
  );
  checkNone(
    row,
    notes,
    ['Customer Selection', 'Context'],
    'the codes of this shop are for everybody or for one address.',
    /^(all|everyone|all[ _](customers|buyers))?$/i,
  );
  const status = row.find(['Status']);
  if (!/^(active|expired)$/i.test(status.text))
    notes.leaveOut(status.column, `“${status.text}” does not say that it can be used today.`);
  const once = row.take(['Applies Once Per Customer'], readSwitch);
  return {
    code,
    percent: readPercent(row, notes, 'Value'),
    minimum: readMinimum(row, notes, 'Minimum Purchase Requirements'),
    ...readEnd(row, notes, 'End'),
    ...(/^expired$/i.test(status.text) && { hasEnded: true as const }),
    ...usesLeft(row, notes, 'Usage Limit Per Code', 'Times Used In Total'),
    ...(once && { usesPerCustomer: 1 }),
  };
}

/** Columns that bind a coupon to products, or that this shop has no rule for. */
const bound = [
  'product_ids',
  'exclude_product_ids',
  'product_categories',
  'exclude_product_categories',
  'product_brands',
];

function readWooCommerce(row: NamedRow, columns: Columns, notes: RowNotes) {
  const code = oneLine(row.cell(codeColumn(columns) ?? 'code'));
  const status = row.find(['post_status', 'status']);
  if (status.text && !/^publish(ed)?$/i.test(status.text))
    notes.leaveOut(status.column, `“${status.text}” does not say that it can be used today.`);
  const type = row.find(['discount_type']);
  if (!/^percent$/i.test(type.text))
    notes.leaveOut(
      type.column,
      `“${type.text}”: the codes of this shop take a percentage off the whole order.`,
    );
  checkNone(row, notes, bound, 'the codes of this shop count for the whole order.', /^$/);
  checkNone(
    row,
    notes,
    ['exclude_sale_items', 'free_shipping'],
    'the codes of this shop cannot do this.',
    /^(no|false|0)?$/i,
  );
  checkNone(
    row,
    notes,
    ['maximum_amount', 'limit_usage_to_x_items'],
    'the codes of this shop have no such limit.',
    /^(0+([.,]0+)?)?$/,
  );
  const emails = readList(row.find(['customer_email', 'email_restrictions', 'allowed_emails']).text, /[,;|]/);
  if (emails.length > 1)
    notes.leaveOut(
      'customer_email',
      `It is for ${emails.length} people: a code of this shop is for everybody or for one address.`,
    );
  const [email] = emails;
  const usesPerCustomer = readCount(row, notes, 'usage_limit_per_user');
  const { until } = readEnd(row, notes, columns.find('expiry_date', 'date_expires') ?? 'expiry_date');
  return {
    code,
    percent: readPercent(row, notes, columns.find('coupon_amount', 'amount') ?? 'coupon_amount'),
    minimum: readMinimum(row, notes, 'minimum_amount'),
    // WooCommerce ends a coupon when its day begins.
    ...(until && { until: until.includes(' ') ? until : `${until} 00:00` }),
    ...usesLeft(row, notes, 'usage_limit', 'usage_count'),
    ...(usesPerCustomer && { usesPerCustomer }),
    ...(email && { email }),
  };
}

function readStart(row: NamedRow, notes: RowNotes): Pick<ImportedCoupon, 'from'> {
  const { column, text } = row.find(['Start', 'post_date', 'start_date']);
  const from = readTime(text);
  if (text && !from) notes.refuse(column, `“${text}” is no day.`);
  return from ? { from } : {};
}

export const couponReader: RecordReader<ImportedCoupon> = {
  formatOf,
  isPersonal: headingMatcher('customer_email'),
  read(row, columns, notes) {
    const { percent, ...coupon } = columns.has('Value Type')
      ? readShopify(row, notes)
      : readWooCommerce(row, columns, notes);
    const start = readStart(row, notes);
    if (!coupon.code) notes.refuse(codeColumn(columns), 'There is no code.');
    return { name: coupon.code, ...(percent !== undefined && { value: { ...coupon, ...start, percent } }) };
  },
};
