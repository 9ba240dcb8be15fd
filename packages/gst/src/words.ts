/** Amounts in words, in the Indian system: lakh and crore. */
import type { Paise } from './amount.ts';

const small =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  );
const tens = 'Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ');
const scales = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1000, 'Thousand'],
  [100, 'Hundred'],
] as const;

/** `120034` to `One Lakh Twenty Thousand Thirty-Four`. @param number whole, not negative */
export function inWords(number: number): string {
  const scale = scales.find(([size]) => number >= size);
  if (scale) {
    const [size, name] = scale;
    const rest = number % size;
    return `${inWords(Math.floor(number / size))} ${name}${rest ? ` ${inWords(rest)}` : ''}`;
  }
  if (number < 20) return small[number] ?? '';
  const unit = number % 10;
  return (tens[Math.floor(number / 10) - 2] ?? '') + (unit ? `-${small[unit]}` : '');
}

/** `59950` to `Rupees Five Hundred Ninety-Nine and Fifty Paise Only`. @param amount not negative */
export function amountInWords(amount: Paise): string {
  const paise = amount % 100;
  return `Rupees ${inWords(Math.floor(amount / 100))}${paise ? ` and ${inWords(paise)} Paise` : ''} Only`;
}
