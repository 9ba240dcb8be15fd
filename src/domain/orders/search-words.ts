/** The search of orders at the desk, for the Worker. */
import { cleanLine } from 'shop-import/clean-line';
import { cleanPhone } from '#lib/clean.ts';

/** Words of a search that count; more would only make it slow. */
const maxWords = 8;

/**
 * The words of the search box. An order is found when it has, for each of them, a word that begins with it
 * (`order_words`). A phone number is one word, as it is stored; a reference has no `ORD-`, and an id is short.
 * @returns the words that probably match the fewest orders first
 */
export function searchWords(typed: string): string[] {
  const text = cleanLine(typed);
  const phone = /^[+\d(][\d ()./-]*$/.test(text) ? cleanPhone(text) : '';
  const isPhone = /^(?:[6-9]\d{9}$|\+\d)/.test(phone);
  const words = isPhone
    ? [phone.replace(/^\+(?:91)?/, '')]
    : text
        // A pincode or an order number in two groups.
        .replace(/^(\d{3})[ -](\d{3})$/, '$1$2')
        .split(/(?: |\.{3})+/)
        .map((word) =>
          word.replace(/^ord-?(?=\d|$)/i, '').replace(/^([\da-f]{8})(-[\da-f]{4}){3}-[\da-f]{12}$/i, '$1'),
        )
        // Names are stored without these; email addresses, tracking numbers and tags with them.
        .flatMap((word) => (/[@\d]|^#/.test(word) ? word : word.split(/[-/,()]+/)))
        .filter(Boolean);
  const byLength = [...new Set(words)].sort((a, b) => b.length - a.length);
  return [...byLength.filter(hasDigit), ...byLength.filter((word) => !hasDigit(word))].slice(0, maxWords);
}

const hasDigit = (word: string): boolean => /\d/.test(word);
