/** The tracking box of the contact page. What it asks for is handed to /track, which shows the order. */
import { asRecord } from '#lib/record.ts';
import { takeSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';

const key = 'track';

export type Tracked = { reference: string; contact: string };

export function startTrackBox(): void {
  const form = document.querySelector<HTMLFormElement>('.track-box form');
  form?.addEventListener('submit', () => {
    const [reference, contact] = [...form.querySelectorAll('input')].map(({ value }) => value);
    if (contact) writeSessionStorage(key, { reference, contact });
  });
}

/** Returns, once, what was asked for in the box. */
export function takeTracked(): Tracked | undefined {
  const { reference, contact } = asRecord(takeSessionStorage(key));
  return typeof reference === 'string' && typeof contact === 'string' ? { reference, contact } : undefined;
}
