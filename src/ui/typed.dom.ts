/** What somebody has typed, kept while the page is loaded again. Passwords and codes are never kept. */
import { asRecord } from '#lib/record.ts';
import { takeSessionStorage, typedKey, writeSessionStorage } from '#lib/session-storage.dom.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Entry = { key: string; value: string | boolean };

/** A field that shows a password for a while is still one. */
const isSecret = ({ type, autocomplete }: Field): boolean =>
  /^(password|file|hidden)$/.test(type) || /password|one-time-code|^cc-/.test(autocomplete);

const isChoice = (field: Field): field is HTMLInputElement => /^(radio|checkbox)$/.test(field.type);
const enteredIn = (field: Field): string | boolean => (isChoice(field) ? field.checked : field.value);

/** What the field is called on the page, with the row and the dialog or form that it stands in. */
function nameOf(field: Field): string {
  const within = (selector: string) =>
    field.closest(selector)?.querySelector('h1, h2, h3, legend, th, a, strong')?.textContent ?? '';
  return [
    field.name,
    isChoice(field) ? field.value : '',
    field.labels?.[0]?.textContent ?? field.ariaLabel ?? '',
    within('tr, li'),
    within('dialog, form'),
  ].join('|');
}

/** The fields of the page by their names, with numbers where several have one name. */
function fieldsByKey(): Map<string, Field> {
  const found = new Map<string, Field>();
  for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    const name = nameOf(field);
    let n = 0;
    while (found.has(`${name}|${n}`)) n += 1;
    found.set(`${name}|${n}`, field);
  }
  return found;
}

/**
 * Marks what somebody types from now on, and what stands in the forms in use: it was typed before this script came.
 * @param used what the visitor has just touched
 */
export function watchTyped(used: unknown): void {
  addEventListener('input', ({ target }) => (target as HTMLElement).setAttribute('data-typed', ''), true);
  for (const at of [used, document.activeElement]) {
    if (!(at instanceof Element)) continue;
    const form = at.closest('form') ?? at.closest('button')?.form;
    for (const field of form?.elements ?? []) field.setAttribute('data-typed', '');
  }
}

export function saveTyped(): void {
  const entries = [...fieldsByKey()]
    .filter(([, field]) => field.dataset.typed !== undefined && !isSecret(field))
    .map(([key, field]): Entry => ({ key, value: enteredIn(field) }))
    .filter(({ value }) => value !== '');
  if (entries.length) writeSessionStorage(typedKey, { url: location.href, entries });
}

/** Returns what was typed into this page before it was loaded again, and removes it. Nothing after any other visit. */
function takeTyped(): Entry[] {
  const { url, entries } = asRecord(takeSessionStorage(typedKey));
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'reload' || url !== location.href || !Array.isArray(entries)) return [];
  return entries.flatMap((one) => {
    const { key, value } = asRecord(one);
    return typeof key === 'string' && (typeof value === 'string' || typeof value === 'boolean')
      ? [{ key, value }]
      : [];
  });
}

/** Between two looks at the page, ms. */
const pause = 250;
/** Tries to fill a field. React may replace the value of one that it takes over meanwhile. */
const maxTries = 12;

/** A field of an island that has not started loses its value; one that starts when it is used is started by it. */
const isReady = (field: Field): boolean => !field.closest('astro-island[ssr]:not([client="intent"])');

function fill(field: Field, value: string | boolean): void {
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  if (typeof value === 'string') native?.call(field, value);
  // React listens to the click of a choice.
  else if (isChoice(field) && field.checked !== value) field.click();
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  const details = field.closest('details');
  if (details) details.open = true;
}

/** Puts back what was typed before the page was loaded again: into fields that are there, and into those that come later. */
export function restoreTyped(): void {
  const waiting = new Map(takeTyped().map(({ key, value }) => [key, { value, tries: 0, matched: 0 }]));
  if (!waiting.size) return;
  const look = () => {
    const fields = fieldsByKey();
    for (const [key, entry] of waiting) {
      const field = fields.get(key);
      if (!field || !isReady(field)) continue;
      // A hidden form opens when it is filled, once its own script has come.
      if (enteredIn(field) === entry.value && field.offsetParent) entry.matched += 1;
      else {
        entry.matched = 0;
        entry.tries += 1;
        fill(field, entry.value);
      }
      // It has stayed for a second, or it does not take the value.
      if (entry.matched > 3 || entry.tries > maxTries) waiting.delete(key);
    }
    if (!waiting.size) clearInterval(timer);
  };
  const timer = setInterval(look, pause);
  look();
}
