/** The cells of a workbook as texts. Apart from workbook.ts, which loads it for a workbook only. */
import { formatValue } from 'hucre';
import { readXlsx } from 'hucre/xlsx';
import { refuseFile } from './problem.ts';
import { maxRows, type Sheet } from './table.ts';

type Workbook = Awaited<ReturnType<typeof readXlsx>>;
type SheetOf = Workbook['sheets'][number];
type Value = SheetOf['rows'][number][number];

const two = (number: number) => String(number).padStart(2, '0');

/** `2026-11-30`, or `2026-11-30 18:00`. How a cell shows a date depends on the computer that shows it. */
function dateText(date: Date): string {
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const [hours, minutes] = [date.getUTCHours(), date.getUTCMinutes()];
  return hours || minutes ? `${day} ${two(hours)}:${two(minutes)}` : day;
}

/** `[$₹-4009]` of a format names a currency, and the number a language. The package writes only texts in quotes. */
const withSigns = (format: string): string =>
  format.replace(/\[\$([^\]-]*)[^\]]*\]/g, (_, sign: string) => (sign ? `"${sign}"` : ''));

/** Whether a format has digits only. */
const isPlainFormat = (format: string): boolean =>
  /^(general|@|[#0,.]+)$/i.test(format.split(';')[0]?.replace(/\\ |_.|\*./g, '') ?? '');

/** A number as its cell shows it, with zeros before it and its currency, but with all its digits. */
function numberText(value: number, format: string): string {
  const size = Math.abs(value);
  const exact = Number.isInteger(size) ? BigInt(size).toString() : String(Number(size.toPrecision(15)));
  if (/^00+$/.test(format) && value >= 0) return exact.padStart(format.length, '0');
  if (isPlainFormat(format)) return value < 0 ? `-${exact}` : exact;
  const shown = formatValue(value, withSigns(format)).trim();
  // A format may show fewer decimals than a price has; its sign and words stay.
  return shown.replace(/[\d][\d.,\s]*/, (digits) =>
    /[%/]|e[+-]/i.test(shown) ? digits : exact + (/\s$/.test(digits) ? ' ' : ''),
  );
}

function cellText(value: Value | undefined, format: string): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'number') return numberText(value, format);
  return typeof value === 'boolean' ? String(value).toUpperCase() : value;
}

const hasCells = ({ rows }: SheetOf): boolean =>
  rows.some((row) => row.some((cell) => cell !== null && cell !== ''));

/** The first sheet that is shown and has cells. @throws ImportRefused where none has */
export async function readSheet(bytes: Uint8Array): Promise<Sheet> {
  const { sheets } = await readXlsx(bytes, { readStyles: true, maxRows: maxRows + 1 });
  const [sheet, ...others] = sheets
    .filter(hasCells)
    .sort((a, b) => Number(Boolean(a.hidden || a.veryHidden)) - Number(Boolean(b.hidden || b.veryHidden)));
  if (!sheet) throw refuseFile('The workbook has no cells.');
  const formatOf = (row: number, column: number) =>
    sheet.cells?.get(`${row},${column}`)?.style?.numFmt ?? 'General';
  return {
    name: sheet.name,
    rows: sheet.rows.map((cells, row) => cells.map((cell, column) => cellText(cell, formatOf(row, column)))),
    others: others.map(({ name }) => name),
  };
}
