/**
 * Past orders: Shopify's `orders_export.csv`, the order exports of WooCommerce's plugins, any table of orders. Rows with one
 * number are one order; only its first row has to have the day, the address and the total.
 */
import { type Columns, headingMatcher, type NamedRow } from '../columns.ts';
import { currencyCode, readMoney } from '../money.ts';
import { oneLine, readNumber } from '../values.ts';
import {
  type ImportedOrder,
  type RecordReader,
  type RecordRow,
  type RowNotes,
  readTime,
  type Sum,
} from './record.ts';

const headings = {
  number: ['Order Number', 'Order ID', 'Order', 'Order No', 'Order name'],
  at: ['Created at', 'Order Date', 'Date', 'Date created', 'Ordered at', 'Placed on'],
  email: ['Email', 'Billing Email', 'Email (Billing)', 'Customer Email', 'Email Address', 'E-mail'],
  total: ['Total', 'Order Total Amount', 'Order Total', 'Grand Total'],
  currency: ['Currency', 'Order Currency'],
  status: ['Financial Status', 'Order Status', 'Status', 'post_status'],
  item: ['Lineitem name', 'Item Name', 'Item', 'Product Name', 'Product'],
  quantity: ['Lineitem quantity', 'Quantity', 'Quantity (- Refund)', 'Item Quantity', 'Qty'],
  price: ['Lineitem price', 'Item Cost', 'Item Price', 'Price', 'Unit Price'],
};

const isShopify = (columns: Columns): boolean =>
  columns.has('Name', 'Email', 'Total', 'Created at', 'Lineitem name');

const numberHeadings = (columns: Columns): readonly string[] =>
  isShopify(columns) ? ['Name'] : headings.number;

function formatOf(columns: Columns): string | undefined {
  const has = (names: readonly string[]) => columns.find(...names) !== undefined;
  if (isShopify(columns)) return 'Shopify orders';
  if (!has(headings.number) || !has(headings.at) || !has(headings.email) || !has(headings.total))
    return undefined;
  const isWooCommerce = has(['Email (Billing)', 'Billing Email']) && has(['Order Date', 'Order ID']);
  return isWooCommerce ? 'WooCommerce orders' : 'Orders';
}

/** Takes what all rows of an order have in common: a row may leave it out, and none may say something else. */
function takeCommon(rows: readonly RecordRow[], names: readonly string[]) {
  const cells = rows.map(({ row, notes }) => ({ ...row.find(names), notes }));
  const filled = cells.filter(({ text }) => text);
  const [{ text, column }] = [filled[0] ?? { text: '', column: cells[0]?.column }];
  for (const other of filled)
    if (other.text !== text)
      other.notes.refuse(other.column, `“${other.text}”: another row of this order has “${text}”.`);
  return { text, column };
}

/**
 * An amount of an order, which may be 0.
 * @param currency of the order, as the file has it
 * @returns undefined for what is no amount
 */
function readSum(text: string, currency: string): Sum | undefined {
  const money = readMoney(text) ?? (readNumber(text) === 0 ? { amount: 0, currency: undefined } : undefined);
  if (!money) return undefined;
  if (money.currency && money.currency !== 'INR') return oneLine(text);
  return currency && currencyCode(currency) !== 'INR' ? oneLine(`${currency} ${text}`) : money.amount;
}

function readQuantity(row: NamedRow, notes: RowNotes): number | undefined {
  const { column, text } = row.find(headings.quantity);
  if (!text) {
    notes.guess(column, 'There is no quantity: it is 1.');
    return 1;
  }
  const quantity = readNumber(text);
  if (quantity !== undefined && Number.isInteger(quantity) && quantity >= 0) return quantity;
  return notes.refuse(column, `“${text}” is no quantity.`);
}

/** What a row says of a product; nothing without its name. */
function readLine({ row, notes }: RecordRow, currency: string): ImportedOrder['lines'] {
  const name = oneLine(row.find(headings.item).text);
  if (!name) return [];
  const quantity = readQuantity(row, notes);
  const { column, text } = row.find(headings.price);
  const price = text ? readSum(text, currency) : undefined;
  if (text && price === undefined) notes.refuse(column, `“${text}” is no price.`);
  return quantity === undefined ? [] : [{ name, quantity, ...(price !== undefined && { price }) }];
}

/** `paid, fulfilled`, `completed`, as the file has it. */
function readStatus(rows: readonly RecordRow[]): string {
  const isCancelled = rows.some(({ row }) => row.peek('Cancelled at'));
  const words = [takeCommon(rows, headings.status), takeCommon(rows, ['Fulfillment Status'])];
  const texts = words.map(({ text }) => oneLine(text.replace(/^wc-/i, '').replaceAll('_', ' ')));
  return [isCancelled && 'cancelled', ...texts].filter(Boolean).join(', ');
}

function read(row: NamedRow, columns: Columns, notes: RowNotes, rows: readonly RecordRow[]) {
  const number = oneLine(takeCommon(rows, numberHeadings(columns)).text);
  if (!number) notes.refuse(columns.find(...numberHeadings(columns)), 'There is no number of an order.');
  const day = takeCommon(rows, headings.at);
  const at = readTime(day.text);
  if (!at)
    notes.refuse(
      day.column,
      day.text ? `“${day.text}” is no day that is known. Please write 2026-11-30.` : 'There is no day.',
    );
  const email = takeCommon(rows, headings.email);
  if (!email.text) notes.leaveOut(email.column, 'There is no email address, so nobody could find the order.');
  const currency = takeCommon(rows, headings.currency);
  if (currency.text && !currencyCode(currency.text))
    notes.refuse(currency.column, `“${currency.text}” is no currency.`);
  const sum = takeCommon(rows, headings.total);
  const total = readSum(sum.text, currency.text);
  if (total === undefined)
    notes.refuse(sum.column, sum.text ? `“${sum.text}” is no amount.` : 'There is no total.');
  const status = readStatus(rows);
  const lines = rows.flatMap((one) => readLine(one, currency.text));
  return {
    name: number || `Row ${row.number}`,
    ...(at && total !== undefined && { value: { number, at, email: email.text, status, total, lines } }),
  };
}

/** Columns that say nothing of a person. What any other says stays in the file. */
const isAboutOrder = headingMatcher(
  ...Object.values(headings)
    .flat()
    .filter((heading) => !headings.email.includes(heading)),
  ...['Name', 'Id', 'Fulfillment Status', 'Paid at', 'Fulfilled at', 'Cancelled at', 'Paid Date'],
  ...['Accepts Marketing', 'Source', 'Vendor', 'Risk Level', 'SKU', 'Item #', 'Product ID', 'Variation'],
  ...['Subtotal', 'Shipping', 'Taxes', 'Tax', 'Discount Code', 'Discount Amount', 'Shipping Method'],
  ...['Refunded Amount', 'Outstanding Balance', 'Duties', 'Next Payment Due At', 'Payment Method'],
  ...['Payment Method Title', 'Shipping Method Title', 'Coupon Code', 'Discount Amount Tax'],
  ...['Cart Discount Amount', 'Order Subtotal Amount', 'Order Shipping Amount', 'Order Refund Amount'],
  ...['Order Total Tax Amount', 'Shipping Total', 'Tax Total', 'Discount Total', 'Order Subtotal'],
  /^lineitem /i,
  /^tax \d+ (name|value)$/i,
);

export const orderReader: RecordReader<ImportedOrder> = {
  formatOf,
  isPersonal: (heading) => !isAboutOrder(heading),
  keyOf: (row, columns) =>
    numberHeadings(columns)
      .map((heading) => row.peek(heading))
      .find(Boolean),
  read,
};
