/** The tracking box of the contact page. What it asks for is handed to /track, which shows the order. */
import { trackKey, writeSessionStorage } from '#lib/session-storage.dom.ts';

export function startTrackBox(): void {
  const form = document.querySelector<HTMLFormElement>('.track-box form');
  form?.addEventListener('submit', () => {
    const [reference, contact] = [...form.querySelectorAll('input')].map(({ value }) => value);
    writeSessionStorage(trackKey, { reference, contact });
  });
}
