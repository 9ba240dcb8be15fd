/** The last searches on this device, newest first. They are deleted on sign-out. */
const key = 'recentSearches';

/** Most searches that are stored. */
const most = 5;

export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((q) => typeof q === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

function store(searches: readonly string[]): void {
  try {
    if (searches.length) localStorage.setItem(key, JSON.stringify(searches));
    else localStorage.removeItem(key);
  } catch {
    // The browser refuses storage.
  }
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const rememberSearch = (q: string): void =>
  store([q, ...recentSearches().filter((one) => !same(one, q))].slice(0, most));

export const forgetSearch = (q: string): void => store(recentSearches().filter((one) => one !== q));

export const forgetSearches = (): void => store([]);
