/** The rules of a variant, which are the same for each format: its price, its sale, its stock. */
import type { Cell, NamedRow } from './columns.ts';
import { isBefore, lastMoment, type Moment, readMoment } from './moment.ts';
import { currencyCode, type Money, moneyText, readMoney } from './money.ts';
import type { ImportedProduct, ImportedSale, ImportedVariant } from './product.ts';
import { amountText } from './rupees.ts';
import { isShortened, readNumber, shortenedMessage } from './values.ts';

/**
 * A price that may begin and end.
 * @property monthFirst how the export writes `1/2/2026`; left out where that is not known
 */
type SaidSale = { price: Cell; from?: Cell; until?: Cell; monthFirst?: boolean };

/**
 * What a row says of a variant, as its cells are.
 * @property before the price before, or the MRP @property currency of all its amounts
 */
export type SaidVariant = {
  values: string[];
  price: Cell;
  before?: Cell | undefined;
  sale?: SaidSale | undefined;
  currency?: Cell | undefined;
  sku?: Cell | undefined;
  barcode?: Cell | undefined;
  stock?: Cell | ImportedVariant['stock'];
  quantity?: string | undefined;
  grams?: number | undefined;
  picture?: string | undefined;
};

const hasText = (cell: Cell | undefined): cell is Cell => Boolean(cell?.text);

/** Says something of a row to the findings of its product. */
const reporter =
  ({ findings }: ImportedProduct, { number }: NamedRow) =>
  (severity: ImportedProduct['findings'][number]['severity'], { column }: Cell, message: string) =>
    void findings.push({ severity, row: number, column, message });

/** Leaves a size or shade out of which the file does not say what is paid today. */
export const leaveOut = (
  product: ImportedProduct,
  { number }: NamedRow,
  { column, text }: Cell,
  what: string,
): void =>
  void product.findings.push({
    severity: 'left out',
    row: number,
    column,
    message: `“${text}” ${what}, so the price of today is not known.`,
  });

/** A price of a sale counts now, for a time, or not: undefined then, and where it cannot be read. */
type ReadSale = { price: number; from?: Moment; until?: Moment } | undefined;

/** @returns `unknown` where it is not known what the price is on a day */
function readSale(
  sale: SaidSale | undefined,
  full: Money | undefined,
  report: ReturnType<typeof reporter>,
): ReadSale | 'unknown' {
  if (!hasText(sale?.price)) return undefined;
  const read = readMoney(sale.price.text);
  if (!read) {
    report('left out', sale.price, `“${sale.price.text}” is not a price above 0.`);
    return 'unknown';
  }
  if (full && read.amount >= full.amount) {
    if (read.amount > full.amount)
      report('guessed', sale.price, `“${sale.price.text}” is above the price, so it is left out.`);
    return undefined;
  }
  const moments = [sale.from, sale.until].map((cell) =>
    hasText(cell) ? (readMoment(cell.text, sale.monthFirst) ?? cell) : undefined,
  );
  for (const moment of moments)
    if (typeof moment === 'object') {
      report('left out', moment, `“${moment.text}” is not a date, so the price of today is not known.`);
      return 'unknown';
    }
  const [from, last] = moments as (Moment | undefined)[];
  const until = last && lastMoment(last);
  if (sale.from && from && until && !isBefore(from, until)) {
    report(
      'left out',
      sale.from,
      `The sale ends before “${sale.from.text}”, so the price of today is not known.`,
    );
    return 'unknown';
  }
  return { price: read.amount, ...(from && { from }), ...(until && { until }) };
}

/** The currency of a row's amounts, if each that is named is the same; `several` otherwise. */
function currencyOf(cells: readonly (Cell | undefined)[], column: Cell | undefined): string | undefined {
  const named = cells.flatMap((cell) => readMoney(cell?.text ?? '')?.currency ?? []);
  const said = hasText(column) ? [currencyCode(column.text) ?? column.text] : [];
  const all = [...new Set([...said, ...named])];
  return all.length > 1 ? 'several' : all[0];
}

/** No shop has more of one thing. */
const maxPieces = 1e9;

function readStock(
  said: SaidVariant['stock'],
  report: ReturnType<typeof reporter>,
): ImportedVariant['stock'] {
  if (typeof said !== 'object') return said;
  if (!said.text) return undefined;
  const number = readNumber(said.text);
  const pieces = number !== undefined && number <= maxPieces ? number : undefined;
  if (pieces === undefined) report('missing', said, `“${said.text}” is not a number of pieces.`);
  else if (pieces < 0) report('guessed', said, `${pieces} pieces are imported as 0.`);
  return pieces === undefined ? undefined : Math.max(0, Math.floor(pieces));
}

/**
 * Divides the stock that an export counts for a product as a whole among its sizes and shades that have no count of their own:
 * the first ones get one more where it does not divide.
 */
export function splitStock(product: ImportedProduct, row: NamedRow, said: SaidVariant['stock']): void {
  const report = reporter(product, row);
  const uncounted = product.variants.filter((one) => typeof one.stock !== 'number');
  const stock = typeof said === 'number' ? undefined : readStock(said, report);
  if (stock === 'not counted') for (const variant of uncounted) variant.stock ??= stock;
  if (typeof stock !== 'number' || typeof said !== 'object' || !uncounted.length) return;
  for (const [place, variant] of uncounted.entries())
    variant.stock = Math.floor((stock + uncounted.length - 1 - place) / uncounted.length);
  report(
    'guessed',
    said,
    `Its ${stock} pieces are for all sizes and shades together, so they are divided among ${uncounted.length}.`,
  );
}

/**
 * Adds the variant of a row to its product. One without a price that is known for today is left out. A price before that is
 * below the price, pieces below 0 and numbers that a spreadsheet has shortened are reported and left out.
 */
export function addVariant(product: ImportedProduct, row: NamedRow, said: SaidVariant): void {
  const { values, price, before, sale, currency, sku, barcode, stock, quantity, grams, picture } = said;
  const report = reporter(product, row);
  const full = readMoney(price.text);
  const reduced = readSale(sale, full, report);
  if (reduced === 'unknown') return;
  if (price.text ? !full : !reduced || reduced.from || reduced.until) {
    report('left out', price, price.text ? `“${price.text}” is not a price above 0.` : 'There is no price.');
    return;
  }
  const isDated = reduced && (reduced.from || reduced.until);
  const amount = isDated ? full?.amount : (reduced?.price ?? full?.amount);
  if (amount === undefined) return;
  const code = currencyOf([price, before, sale?.price], currency);
  if (code === 'several') {
    report('left out', price, 'Its amounts are in several currencies.');
    return;
  }
  const isForeign = code !== undefined && code !== 'INR';
  const text = (one: number) => (isForeign ? moneyText(one, code) : amountText(one));
  const earlier = readMoney(before?.text ?? '')?.amount;
  if (hasText(before) && earlier === undefined)
    report('guessed', before, `“${before.text}” is not a price above 0, so it is left out.`);
  if (before && earlier !== undefined && earlier < amount)
    report('guessed', before, `${text(earlier)} is below the price, so it is left out.`);
  const original = Math.max(earlier ?? 0, full?.amount ?? 0);
  const isMrp = before !== undefined && /\bm\.?r\.?p\b/i.test(before.column) && earlier === amount;
  const whole = (cell: Cell | undefined) => {
    if (!hasText(cell) || !isShortened(cell.text)) return cell?.text;
    report('missing', cell, shortenedMessage(`“${cell.text}”`));
    return undefined;
  };
  const [ownSku, ownBarcode, pieces] = [whole(sku), whole(barcode), readStock(stock, report)];
  product.variants.push({
    row: row.number,
    values,
    price: amount,
    ...((original > amount || isMrp) && { originalPrice: original }),
    ...(isDated && { sale: reduced satisfies ImportedSale }),
    ...(isForeign && { currency: code }),
    ...(ownSku && { sku: ownSku }),
    ...(ownBarcode && { barcode: ownBarcode }),
    ...(pieces !== undefined && { stock: pieces }),
    ...(quantity && { quantity }),
    ...(grams && grams > 0 && { grams }),
    ...(picture && { picture }),
  });
}
