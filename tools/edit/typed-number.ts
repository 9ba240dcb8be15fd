/** Numbers as people write them in India, for the number fields of the editor. */
import { cleanLine } from '#lib/clean.ts';

/**
 * `₹ 1,299.00`, `1,00,000` and `१२९९` become digits with a point. A number may be half typed: `1299.`
 * @returns undefined if it is no number
 */
export function typedNumber(text: string): string | undefined {
  const number = cleanLine(text)
    .replace(/^(?:₹|rs\.?|inr)/i, '')
    .replace(/\/-$/, '')
    .replace(/[ ,]/g, '');
  return /^-?\d*(?:\.\d*)?$/.test(number) ? number : undefined;
}
