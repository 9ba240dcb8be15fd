/**
 * Pages that a link in an email opens: asking, done, and opened without a token. They ask before they act, since email
 * scanners follow every link.
 */

export const failed = 'That did not work. Please try again.';

/**
 * @property act does what the link is for @returns the problem, or undefined after a success
 * @property done the state after a success
 */
type Work = { act: (token: string) => Promise<string | undefined>; done: string };

/**
 * Called once by the page.
 * @param selector of the section
 * @param prepare changes the page for the token and says what to do. `offline`: the message without a connection
 */
export function startLinkPage(
  selector: string,
  prepare: (page: {
    root: HTMLElement;
    title: Element;
    button: Element;
    token: string;
    offline: string;
  }) => Work,
): void {
  const root = document.querySelector<HTMLElement>(selector);
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
  const { act, done } = prepare({ root, title, button, token, offline: root.dataset.offline ?? failed });
  button.disabled = false;
  button.addEventListener('click', async () => {
    if (button.ariaBusy) return;
    button.ariaBusy = 'true';
    problem.textContent = '';
    const error = await act(token);
    button.ariaBusy = null;
    if (error) {
      problem.textContent = error;
      return;
    }
    show(done);
    title.focus();
  });
}
