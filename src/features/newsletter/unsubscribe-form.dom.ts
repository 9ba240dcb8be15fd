/** The page that unsubscribes from the newsletter, or from the emails that ask for reviews. */

import { unsubscribePaths } from '#domain/newsletter/unsubscribe-paths.ts';
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

/** Called once by the page. */
export const startUnsubscribing = (): void =>
  startLinkPage('[data-unsubscribe]', ({ root, title, button, token, offline }) => {
    // The token of an email that asks for reviews (functions/reviews/review-link.ts).
    const isAboutReviews = /^[\w-]{43}\.[\w-]{43}$/.test(token);
    for (const about of root.querySelectorAll<HTMLElement>('[data-about]')) {
      about.hidden = (about.dataset.about === 'reviews') !== isAboutReviews;
      if (!about.hidden && about.dataset.title) title.textContent = about.dataset.title;
    }
    if (isAboutReviews) {
      button.textContent = 'Do not ask me again';
      root.querySelector('[data-state="ask"] a')?.remove();
    }
    return { done: isAboutReviews ? 'done-reviews' : 'done', act: (token) => unsubscribe(token, offline) };
  });
