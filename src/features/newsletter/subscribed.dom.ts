/** The page that confirms a subscription, and shows the code. */
import { failed, startLinkPage } from './link-page.dom.ts';

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
export const startConfirming = (): void =>
  startLinkPage('[data-subscribed]', ({ root, offline }) => {
    const part = (name: string) => root.querySelector<HTMLElement>(`[data-${name}]`) as HTMLElement;
    return {
      done: 'done',
      async act(token) {
        const { success, message, code } = await confirm(token).catch((): Answer => ({ message: offline }));
        if (!success) return message || failed;
        part('message').textContent = message ?? '';
        part('code').textContent = code ?? '';
        for (const name of ['code', 'hint']) part(name).hidden = !code;
        return undefined;
      },
    };
  });
