/** Says when a part of the page is missing. What does so is loaded with the first interaction, or when it is needed. */
import { missingEvent } from '#lib/hydrated-event.ts';
import { MissingPart, setReporter } from '#lib/load-part.dom.ts';
import { readSessionStorage, typedKey } from '#lib/session-storage.dom.ts';
import { toast } from './toast.dom.ts';

/** It is missing itself: the page is old, or there is no connection. The layout has the words for both. */
function fail(): MissingPart {
  const message = document.body.dataset[navigator.onLine ? 'old' : 'offline'] as string;
  toast({ kind: 'error', message });
  return new MissingPart(message);
}

const start = (sign?: unknown, optional?: boolean): Promise<MissingPart | undefined> =>
  // Vite writes more code for `({ report }) =>`.
  // rule: parts - this is what loadPart itself needs
  import('./missing-part.dom.ts').then((script) => script.report(sign, optional), fail);

/** Called once by every page. */
export function watchParts(): void {
  setReporter(start);
  // Not the focus: pages move it by themselves.
  for (const sign of ['pointerdown', 'keydown', 'astro:hydration-error', missingEvent])
    addEventListener(sign, start, { once: true });
  if (readSessionStorage(typedKey)) start();
}
