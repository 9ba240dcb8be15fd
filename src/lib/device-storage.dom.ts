/**
 * What a browser stores for the shop: local storage for the device, session storage for a tab. A browser may refuse both
 * (private mode, a setting, an app's own browser, a full disk): by `null`, by an error, or only when something is written.
 * Nothing here throws: what was refused lasts for the page, and carry-refused.dom.ts, which only such a browser loads, hands
 * it to the next page of the tab.
 */

export type Area = 'localStorage' | 'sessionStorage';

/** Missing in older browsers and while the pages are built. */
const navigation = globalThis.navigation as Navigation | undefined;

/**
 * What the page from which the visitor comes has handed over; after another site, what this page had. Only a page of the
 * shop can do so.
 */
const received = (navigation?.activation?.from ?? navigation?.currentEntry)?.getState() as
  | Record<string, string>
  | undefined;

/** What the browser has refused to store, by key; undefined where it has refused to remove something. */
export const refused: Record<string, string | undefined> = { ...received };

let carry: ((all: typeof refused) => void) | undefined;

function load(): void {
  if (navigation)
    // rule: parts - without it everything lasts for the page
    import('./carry-refused.dom.ts').then(
      (part) => {
        carry = part.carryRefused;
        carry(refused);
      },
      () => {},
    );
}
if (received) {
  // The next page may be opened before the part has come.
  navigation?.updateCurrentEntry({ state: received });
  load();
}

/** The stored text; undefined without one. */
export function readStored(area: Area, key: string): string | undefined {
  try {
    return refused[key] ?? globalThis[area].getItem(key) ?? undefined;
  } catch {
    load();
    return undefined;
  }
}

/** @param text undefined removes it */
export function store(area: Area, key: string, text: string | undefined): void {
  delete refused[key];
  try {
    if (text === undefined) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, text);
  } catch {
    refused[key] = text;
    load();
  }
  carry?.(refused);
}

/** Whether the next page finds what was refused here. */
export const isCarried = (): boolean => Boolean(carry);
