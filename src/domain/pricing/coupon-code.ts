/** How codes are typed. Not in coupon.ts: the browser loads it when somebody applies a code. */
import { cleanLine } from 'shop-import/clean-line';

/**
 * Parses a typed or pasted code: upper case, spaces and any kind of dash become one hyphen, and punctuation around it, such
 * as the quotes or the full stop of a message, is dropped.
 * @returns undefined if it cannot be a code
 */
export function readCode(typed: string): string | undefined {
  const code = cleanLine(typed)
    .toUpperCase()
    .replace(/[ -]+/g, '-')
    .replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '');
  return /^[A-Z0-9-]{3,40}$/.test(code) ? code : undefined;
}
