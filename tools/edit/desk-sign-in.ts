/**
 * Signing in by the desk: the editor gets a token of the shop's GitHub App (functions/desk/open-editor.ts). Such a token is nobody's
 * account, so GitHub does not say who it belongs to; Sveltia CMS asks for that, and gets the operator. It ends within an hour:
 * then a button signs in again, and what was asked for goes on.
 */

type Given = { token: string; name: string };

const prefix = 'authorization:github:success:';
const stored = 'harita.editor.name';

/** Waits for the token that the sign-in window sends. @param shop its origin */
const nextToken = (shop: string): Promise<string> =>
  new Promise((resolve) => {
    const listen = ({ origin, data }: MessageEvent) => {
      if (origin !== shop || typeof data !== 'string' || !data.startsWith(prefix)) return;
      window.removeEventListener('message', listen);
      resolve((JSON.parse(data.slice(prefix.length)) as Given).token);
    };
    window.addEventListener('message', listen);
  });

/** Asks to sign in again. A browser opens the window only on a click. */
async function renew(signIn: string): Promise<Response> {
  const dialog = document.createElement('dialog');
  const text = document.createElement('p');
  text.textContent = 'An hour has passed. Please sign in again to go on; what you have typed is still here.';
  const button = document.createElement('button');
  button.textContent = 'Sign in';
  dialog.replaceChildren(text, button);
  document.body.appendChild(dialog);
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  let popup: Window | null = null;
  button.addEventListener('click', () => {
    popup = window.open(signIn, 'auth', 'width=600,height=800');
  });
  dialog.showModal();
  const token = await nextToken(new URL(signIn).origin);
  (popup as Window | null)?.close();
  dialog.remove();
  return Response.json({ access_token: token, refresh_token: 'desk' });
}

/** What is answered here instead of by GitHub. @returns undefined where GitHub answers */
export function answerHere(
  url: string,
  method: string,
  authorization: string | null,
  name: string,
): Response | undefined {
  // The prefix of tokens of apps; those of people begin in other ways.
  if (!/^(?:token|bearer) ghs_/i.test(authorization ?? '') || method !== 'GET') return;
  const { pathname } = new URL(url);
  if (pathname === '/user')
    return Response.json({ id: 0, login: name, name, email: '', html_url: '', avatar_url: '' });
  // Whether the person may change the repository: the token itself says so.
  return /^\/repos\/[^/]+\/[^/]+\/collaborators\//.test(pathname)
    ? new Response(null, { status: 204 })
    : undefined;
}

/** Must run before the CMS starts. @param signIn URL of the sign-in window, on the shop's host @param api URL of GitHub's API */
export function signInByDesk(signIn: string, api: string): void {
  const shop = new URL(signIn).origin;
  window.addEventListener('message', ({ origin, data }) => {
    if (origin === shop && typeof data === 'string' && data.startsWith(prefix))
      localStorage.setItem(stored, (JSON.parse(data.slice(prefix.length)) as Given).name);
  });
  const ask = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    if (input instanceof Request) return ask(input, init);
    const { url, method, headers } = new Request(input, init);
    if (url === signIn && method === 'POST') return renew(signIn);
    const name = localStorage.getItem(stored) ?? '';
    const isGithub = new URL(url).origin === new URL(api).origin;
    return (isGithub && answerHere(url, method, headers.get('Authorization'), name)) || ask(input, init);
  };
}
