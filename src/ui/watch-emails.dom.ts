/** Looks at each email field that is left (suggest-email.dom.ts). */
import { loadPart, optional } from '#lib/load-part.dom.ts';

/** Longer than a tap takes, ms. */
const tap = 400;

/** A pointer that is down has left the field for a button: the button may not move away before it is clicked. */
const clicked = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (!document.querySelector(':active')) return resolve(undefined);
    addEventListener('click', () => setTimeout(resolve), { once: true });
    setTimeout(resolve, tap);
  });

export function watchEmails(): void {
  addEventListener('focusout', async ({ target: field }) => {
    const isEmail =
      field instanceof HTMLInputElement && (field.type === 'email' || field.inputMode === 'email');
    // An island that has not started may have no other elements than its page.
    if (!isEmail || !field.value.includes('@') || field.closest('astro-island[ssr]')) return;
    const part = loadPart(() => import('./suggest-email.dom.ts'), optional).catch(() => undefined);
    await clicked();
    (await part)?.suggestFor(field);
  });
}
