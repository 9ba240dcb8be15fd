/** The unsubscribe page's states: asking, done, and come without the link of a letter. */
import { unsubscribePaths } from './unsubscribe.ts';

const failed = 'That did not work. Please try again.';

/** @returns what went wrong, fit to be shown, or nothing */
async function leave(token: string, offline: string): Promise<string | undefined> {
  let response: Response;
  try {
    // What a mail client posts for a click on its own button (RFC 8058).
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

/** Starts the page; called once by it. */
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
  button.disabled = false;
  button.addEventListener('click', async () => {
    if (button.ariaBusy) return;
    button.ariaBusy = 'true';
    problem.textContent = '';
    const said = await leave(token, root.dataset.offline ?? failed);
    button.ariaBusy = null;
    if (said) {
      problem.textContent = said;
      return;
    }
    show('done');
    title.focus();
  });
}
