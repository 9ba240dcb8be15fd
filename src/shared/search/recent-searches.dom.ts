/** The last searches on this device, newest first. They are deleted on sign-out. */
import { readStored, store } from '#lib/device-storage.dom.ts';

const key = 'recentSearches';

/** Most searches that are stored. */
const most = 5;

export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored('localStorage', key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((q) => typeof q === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

const storeAll = (searches: readonly string[]): void =>
  store('localStorage', key, searches.length ? JSON.stringify(searches) : undefined);

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const rememberSearch = (q: string): void =>
  storeAll([q, ...recentSearches().filter((one) => !same(one, q))].slice(0, most));

export const forgetSearch = (q: string): void => storeAll(recentSearches().filter((one) => one !== q));

export const forgetSearches = (): void => storeAll([]);
