/** Finds what is sold by a code: its id, SKU or barcode, as people type, scan and paste them. */
import { isShortened, oneLine, shortenedMessage } from 'shop-import/values';
import { cleanId } from '#lib/clean.ts';

/** What is sold, with its codes. @property isKit its stock is that of its parts */
export type CodedItem = {
  id: string;
  name: string;
  sku: string | null;
  barcode: string | null;
  isKit: boolean;
};

/** SKU and barcode in one line, as a list shows them below the name; empty without both. */
export const formatCodes = ({ sku, barcode }: Pick<CodedItem, 'sku' | 'barcode'>): string =>
  [sku, barcode].filter(Boolean).join(' · ');

/** @returns the item, or a sentence that says why there is none */
export type FindItem<T> = (code: string) => T | string;

/** A text of a file between quotes, in one line of at most 40 characters. */
export function quoted(text: string): string {
  const line = oneLine(text);
  return `“${line.length > 40 ? `${line.slice(0, 39)}…` : line}”`;
}

/** Without case; a number without leading zeros, which scanners add and spreadsheets drop. */
const keyOf = (code: string): string =>
  cleanId(code)
    .toLowerCase()
    .replace(/^0+(?=\d+$)/, '');

/** Finds items by id, else by SKU or barcode. */
export function finderOf<T extends CodedItem>(items: readonly T[]): FindItem<T> {
  const byId = new Map(items.map((item) => [keyOf(item.id), item]));
  const byCode = new Map<string, Set<T>>();
  for (const item of items)
    for (const code of [item.sku, item.barcode])
      if (code) byCode.set(keyOf(code), (byCode.get(keyOf(code)) ?? new Set()).add(item));
  return (code) => {
    const key = keyOf(code);
    const found = byId.get(key);
    if (found) return found;
    const [first, ...others] = byCode.get(key) ?? [];
    if (first && !others.length) return first;
    if (first)
      return `The code ${quoted(code)} is that of ${others.length + 1} products: ${[first, ...others].map(({ name }) => name).join(', ')}. Please use the id.`;
    if (isShortened(code)) return shortenedMessage(quoted(code));
    return `No product has the code ${quoted(code)}.`;
  };
}
