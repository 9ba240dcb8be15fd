/**
 * Says that a part of the page is missing, with a button that loads the page again. What was typed comes back. Loaded with
 * the first interaction: so it is there when a deploy comes, or it is missing before anything was typed.
 */
import { brokenEvent, missingEvent } from '#lib/hydrated-event.ts';
import { MissingPart } from '#lib/load-part.dom.ts';
import { toast } from './toast.dom.ts';
import { restoreTyped, saveTyped, watchTyped } from './typed.dom.ts';
import { watchEmails } from './watch-emails.dom.ts';

/** Astro sends it, bubbling, from an island that is missing. */
const hydrationEvent = 'astro:hydration-error';
const oldPage = 'This page is out of date. Please load it again.';
const notArrived = 'A part of this page did not load. Check your connection and load the page again.';

/** The shop has this long to say whether it is there, ms. */
const timeout = 5_000;
/** Longer than a visit, ms. */
const untilDismissed = 1e9;

/** Whether a file of the build was not found. Not all browsers know the status of a request. */
const isFileGone = (): boolean =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).some(
    ({ name, responseStatus }) => responseStatus >= 400 && name.includes('/_astro/'),
  );

/** Whether the shop answers, but not with the file: then the page is old, and otherwise the connection is bad. */
async function isOldPage(error: unknown): Promise<boolean> {
  // Safari does not name the file.
  const [url] = /(https?:|\/_astro\/)[^\s"')]+\.js/.exec(String(error)) ?? [];
  try {
    const { ok, headers } = await fetch(url ?? '/favicon.svg', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeout),
    });
    return !url || !ok || !headers.get('content-type')?.includes('javascript') || isFileGone();
  } catch {
    return false;
  }
}

async function messageFor(error: unknown): Promise<string> {
  if (!navigator.onLine) return document.body.dataset.offline as string;
  return (await isOldPage(error)) ? oldPage : notArrived;
}

/** Loads the page again, with what was typed. */
export function loadAgain(): void {
  saveTyped();
  location.reload();
}

let shown: HTMLElement | undefined;

function show(message: string): void {
  // With the browser's own button too.
  if (!shown) addEventListener('pagehide', saveTyped);
  shown?.parentElement?.querySelector<HTMLElement>('.toast-close')?.click();
  const extra = document.createElement('button');
  shown = extra;
  extra.type = 'button';
  extra.className = 'button small';
  extra.textContent = 'Load it again';
  extra.addEventListener('click', loadAgain);
  toast({ kind: 'error', message, extra, stay: untilDismissed });
}

async function missingPart(error: unknown, optional?: boolean): Promise<MissingPart> {
  const missing =
    error instanceof MissingPart ? error : new MissingPart(await messageFor(error), { cause: error });
  if (!optional) show(missing.message);
  return missing;
}

let last: Event | undefined;
let watching = false;

/**
 * Shows that a part is missing, unless it is optional.
 * @param sign the error of its request, or the event of a missing island; any other event only loads this script
 */
export async function report(sign?: unknown, optional?: boolean): Promise<MissingPart | undefined> {
  if (!watching) watchTyped(sign instanceof Event && sign.target);
  watching = true;
  if (!sign) return undefined;
  if (!(sign instanceof Event)) return missingPart(sign, optional);
  // Two listeners may have heard one event.
  if (sign === last) return undefined;
  last = sign;
  const { type, target } = sign;
  const island = target as HTMLElement;
  // An island that loads on intent sends its own event, once somebody waits for it.
  if (type === missingEvent || (type === hydrationEvent && island.getAttribute('client') !== 'intent'))
    return missingPart(island.getAttribute('component-url'));
  return undefined;
}
for (const type of [missingEvent, hydrationEvent]) addEventListener(type, report);
addEventListener(brokenEvent, saveTyped);

restoreTyped();
watchEmails();
