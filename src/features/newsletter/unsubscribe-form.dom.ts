/** The page that unsubscribes from the newsletter, from the emails that ask for reviews, or from stock alerts. */

import { alertPrefix, unsubscribePaths } from '#domain/newsletter/unsubscribe-paths.ts';
import { failed, startLinkPage } from './link-page.dom.ts';

/** @returns the error message, or undefined */
async function unsubscribe(token: string, offline: string): Promise<string | undefined> {
  let response: Response;
  try {
    // The body that an email client sends for a one-click unsubscribe (RFC 8058).
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    response = await fetch(unsubscribePaths.api(token), { method: 'POST', body });
  } catch {
    return offline;
  }
  if (response.ok) return undefined;
  try {
    const { message } = (await response.json()) as { message?: string };
    return message || failed;
  } catch {
    return failed;
  }
}

/** Which emails a link ends: those that ask for reviews (functions/reviews/review-link.ts), stock alerts, or the newsletter. */
const aboutOf = (token: string): 'reviews' | 'alerts' | 'letters' =>
  /^[\w-]{43}\.[\w-]{43}$/.test(token) ? 'reviews' : token.startsWith(alertPrefix) ? 'alerts' : 'letters';

/** Called once by the page. */
export const startUnsubscribing = (): void =>
  startLinkPage('[data-unsubscribe]', ({ root, title, button, token, offline }) => {
    const about = aboutOf(token);
    for (const text of root.querySelectorAll<HTMLElement>('[data-about]')) {
      text.hidden = text.dataset.about !== about;
      if (!text.hidden && text.dataset.title) title.textContent = text.dataset.title;
    }
    if (about === 'letters') return { done: 'done', act: (token) => unsubscribe(token, offline) };
    button.textContent = about === 'reviews' ? 'Do not ask me again' : 'Do not tell me';
    root.querySelector('[data-state="ask"] a')?.remove();
    return { done: `done-${about}`, act: (token) => unsubscribe(token, offline) };
  });
