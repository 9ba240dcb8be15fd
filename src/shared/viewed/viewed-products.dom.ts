/**
 * The products that were looked at on this device, the last first (docs/behaviour.md, "Recently viewed"). They are sent nowhere,
 * and deleted on sign-out.
 */

import { isProductId } from '#domain/catalogue/is-product-id.ts';
import { readStored, store } from '#lib/device-storage.dom.ts';
import { parseJson } from '#lib/parse-json.ts';
import { asRecord } from '#lib/record.ts';
import { viewedKey } from '../account/device-keys.ts';

/** @property name as the page said it */
type Viewed = { id: string; name: string };

/** Most products that are stored. */
export const mostViewed = 12;

/** Parses the stored list. What is not valid is dropped. */
export function parseViewed(text: string): Viewed[] {
  const value = parseJson(text);
  return (Array.isArray(value) ? value : [])
    .map(asRecord)
    .flatMap(({ id, name }) => (isProductId(id) && typeof name === 'string' && name ? [{ id, name }] : []))
    .slice(0, mostViewed);
}

export const viewedProducts = (): Viewed[] => parseViewed(readStored('localStorage', viewedKey) ?? '');

/** The list with this product first. */
export const withViewed = (list: readonly Viewed[], product: Viewed): Viewed[] =>
  [product, ...list.filter(({ id }) => id !== product.id)].slice(0, mostViewed);

export const rememberViewed = (product: Viewed): void =>
  store('localStorage', viewedKey, JSON.stringify(withViewed(viewedProducts(), product)));

export const forgetViewed = (): void => store('localStorage', viewedKey, undefined);
