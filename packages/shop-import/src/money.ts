/** Amounts with their currency, as shops, spreadsheets and people write them. */
import { cleanLine } from './clean-line.ts';
import type { Paise } from './rupees.ts';
import { plainCell, readNumber } from './values.ts';

/** The signs and words of currencies; those of rupees first. What has no sign is named by its code. */
const names: readonly (readonly [RegExp, string])[] = [
  [/^(₹|rs\.?|inr|rupees?|रु\.?|रुपये|रू\.?)$/, 'INR'],
  [/^(us ?)?\$$/, 'USD'],
  [/^a(u|us)? ?\$$/, 'AUD'],
  [/^c(a|ad)? ?\$$/, 'CAD'],
  [/^s(g)? ?\$$/, 'SGD'],
  [/^£$/, 'GBP'],
  [/^€$/, 'EUR'],
  [/^¥$/, 'JPY'],
  [/^(د\.إ|dhs?\.?)$/, 'AED'],
];
let codes: ReadonlySet<string> | undefined;

/** The code of a currency (ISO 4217) by its code or sign: `Rs.`, `INR`, `£`, `usd`. Undefined for any other text. */
export function currencyCode(text: string): string | undefined {
  const word = text.trim().toLowerCase();
  const named = names.find(([name]) => name.test(word))?.[1];
  if (named || !/^[a-z]{3}$/.test(word)) return named;
  codes ??= new Set(Intl.supportedValuesOf('currency'));
  return codes.has(word.toUpperCase()) ? word.toUpperCase() : undefined;
}

/** @property amount in hundredths, of rupees: paise @property currency its code; undefined where the text names none */
export type Money = { amount: Paise; currency: string | undefined };

const digits = /^[-+]?\d(?:[\d.,' ]*\d)?/;

/**
 * An amount: `49.95`, `₹ 1,299`, `Rs 1299 only`, `1299 INR`, `£12.50`, `1,299/-`.
 * @returns undefined unless it is a number above 0 with at most two decimals, with no words but its currency beside it
 */
export function readMoney(cell: string): Money | undefined {
  const text = cleanLine(plainCell(cell))
    .replace(/\s+only\.?$/i, '')
    .replace(/\/[-=]?$/, '')
    .trim();
  const [, before = '', rest = ''] = /^([^\d+-]*)(.*)$/.exec(text) ?? [];
  const [number = ''] = digits.exec(rest) ?? [];
  const marks = [before, rest.slice(number.length).replace(/^\s*\/-/, '')]
    .map((one) => one.trim())
    .filter(Boolean);
  const found = marks.map(currencyCode);
  const [currency] = found;
  if (found.some((code) => code === undefined || code !== currency)) return undefined;
  const exact = (readNumber(number) ?? 0) * 100;
  const amount = Math.round(exact);
  // A double holds decimals inexactly; a larger difference is a fraction of a paisa.
  const isAmount = amount > 0 && Number.isSafeInteger(amount) && Math.abs(exact - amount) < 1e-4;
  return isAmount ? { amount, currency } : undefined;
}

/** An amount in rupees. @returns undefined for one that names another currency, and as {@link readMoney} */
export function readAmount(cell: string): Paise | undefined {
  const { amount, currency = 'INR' } = readMoney(cell) ?? {};
  return currency === 'INR' ? amount : undefined;
}

/** `GBP 12.50`, for messages. */
export const moneyText = (amount: number, currency: string): string =>
  `${currency} ${(amount / 100).toFixed(2)}`; // rule: money - other currencies than the rupee
