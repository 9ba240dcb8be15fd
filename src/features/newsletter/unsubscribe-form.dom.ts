/** The states of the unsubscribe page: asking, done, and opened without a token. */
import { unsubscribePaths } from './unsubscribe-paths.ts';

const failed = 'That did not work. Please try again.';

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
export function startUnsubscribing(): void {
  const root = document.querySelector<HTMLElement>('[data-unsubscribe]');
  const title = root?.querySelector('h1');
  const button = root?.querySelector('button');
  const problem = root?.querySelector<HTMLElement>('[data-problem]');
  if (!root || !title || !button || !problem) return;

  const show = (state: string): void => {
    for (const part of root.querySelectorAll<HTMLElement>('[data-state]')) {
      part.hidden = part.dataset.state !== state;
      if (!part.hidden) title.textContent = part.dataset.title ?? '';
    }
  };
  const token = new URLSearchParams(location.search).get('token');
  if (!token) {
    show('lost');
    return;
  }
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
  button.disabled = false;
  button.addEventListener('click', async () => {
    if (button.ariaBusy) return;
    button.ariaBusy = 'true';
    problem.textContent = '';
    const error = await unsubscribe(token, root.dataset.offline ?? failed);
    button.ariaBusy = null;
    if (error) {
      problem.textContent = error;
      return;
    }
    show(isAboutReviews ? 'done-reviews' : 'done');
    title.focus();
  });
}
