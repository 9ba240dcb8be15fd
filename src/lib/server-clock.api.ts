/** The server's clock, since a phone's clock may be wrong. */
import { asRecord } from './record.ts';
import { readSessionStorage, writeSessionStorage } from './session-storage.dom.ts';

const storageKey = 'clockOffset';
/** A smaller difference is not corrected, ms: the header has whole seconds, and an answer needs time. */
const tolerance = 60_000;
/** How long a tab relies on an answer, ms. */
const maxAge = 10 * 60_000;

/**
 * Asks the server for its time, once in a while for each tab.
 * @returns ms to add to `Date.now()`, 0 if the phone's clock is right; undefined if the server does not answer
 */
export async function clockOffset(): Promise<number | undefined> {
  const now = Date.now();
  const { at, offset } = asRecord(readSessionStorage(storageKey));
  // Also false when the phone's clock was changed meanwhile.
  if (typeof at === 'number' && typeof offset === 'number' && now >= at && now - at < maxAge) return offset;
  try {
    const { headers } = await fetch('/api/store', { cache: 'no-store' });
    const ahead = Date.parse(headers.get('date') ?? '') - Date.now();
    if (Number.isNaN(ahead)) return undefined;
    const measured = Math.abs(ahead) < tolerance ? 0 : ahead;
    writeSessionStorage(storageKey, { at: Date.now(), offset: measured });
    return measured;
  } catch {
    return undefined;
  }
}
