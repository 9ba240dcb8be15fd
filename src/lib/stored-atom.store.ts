/** State that outlives the page: an atom whose value is stored on the device (device-storage.dom.ts). */
import { atom, onMount, type WritableAtom } from 'nanostores';
import { readStored, store } from './device-storage.dom.ts';

/** @property encode undefined removes the key @property decode of a text that anything may have written */
type Coding<T> = { encode?: (value: T) => string | undefined; decode?: (text: string) => T };

/**
 * Other tabs follow by the `storage` event, and a page that Back restores reads again.
 * @param initial without a stored value; an empty text is not stored
 */
export function storedAtom(key: string, initial: string, coding?: Coding<string>): WritableAtom<string>;
export function storedAtom<T>(key: string, initial: T, coding: Required<Coding<T>>): WritableAtom<T>;
export function storedAtom<T>(key: string, initial: T, coding: Coding<T> = {}): WritableAtom<T> {
  const { encode = (value) => (value as string) || undefined, decode = (text) => text as T } = coding;
  let known: string | undefined;
  const $store = atom(initial);
  const { set } = $store;
  const readAgain = () => {
    const now = readStored('localStorage', key);
    if (now === known) return;
    known = now;
    set(now === undefined ? initial : decode(now));
  };
  readAgain();
  $store.set = (value) => {
    known = encode(value);
    store('localStorage', key, known);
    set(value);
  };
  onMount($store, () => {
    readAgain();
    // Missing while the pages are built; adding the same listener again changes nothing.
    for (const event of ['storage', 'pageshow']) globalThis.addEventListener?.(event, readAgain);
  });
  return $store;
}
