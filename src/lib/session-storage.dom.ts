/**
 * Session storage with JSON values: one tab, until it is closed. Nothing here throws (device-storage.dom.ts).
 */
import { readStored, store } from './device-storage.dom.ts';
import { parseJson } from './parse-json.ts';

/** Where src/ui/typed.dom.ts keeps what was typed. */
export const typedKey = 'typed';
/** What the tracking box of the contact page asks for. */
export const trackKey = 'track';
/** Why the payment from which the shopper returns to the cart was not made. */
export const unpaidKey = 'unpaidMessage';

export const readSessionStorage = (key: string): unknown =>
  parseJson(readStored('sessionStorage', key) ?? '');

export const writeSessionStorage = (key: string, value: unknown): void =>
  store('sessionStorage', key, JSON.stringify(value));

export const removeSessionStorage = (key: string): void => store('sessionStorage', key, undefined);

/** Reads and removes a value. */
export function takeSessionStorage(key: string): unknown {
  const value = readSessionStorage(key);
  removeSessionStorage(key);
  return value;
}
