/** The states of the page that confirms a subscription: asking, done with the code, and opened without a token. */

const failed = 'That did not work. Please try again.';

type Answer = { success?: boolean; message?: string; code?: string | null };

/** Confirms the subscription. It throws when the shop cannot be reached. */
async function confirm(token: string): Promise<Answer> {
  const response = await fetch('/api/subscribe', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return (await response.json().catch(() => ({ message: failed }))) as Answer;
}

/** Called once by the page. */
export function startConfirming(): void {
  const root = document.querySelector<HTMLElement>('[data-subscribed]');
  const title = root?.querySelector('h1');
  const button = root?.querySelector('button');
  if (!root || !title || !button) return;
  const part = (name: string) => root.querySelector<HTMLElement>(`[data-${name}]`) as HTMLElement;

  const show = (state: string): void => {
    for (const one of root.querySelectorAll<HTMLElement>('[data-state]')) {
      one.hidden = one.dataset.state !== state;
      if (!one.hidden) title.textContent = one.dataset.title ?? '';
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
    part('problem').textContent = '';
    const answer = await confirm(token).catch((): Answer => ({ message: root.dataset.offline ?? failed }));
    button.ariaBusy = null;
    if (!answer.success) {
      part('problem').textContent = answer.message || failed;
      return;
    }
    part('message').textContent = answer.message ?? '';
    part('code').textContent = answer.code ?? '';
    for (const name of ['code', 'hint']) part(name).hidden = !answer.code;
    show('done');
    title.focus();
  });
}
