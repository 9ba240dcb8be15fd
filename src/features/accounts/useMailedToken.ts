import { useEffect, useState } from 'react';

type State = { mailedToken?: unknown } | null;

/** The token that the address brought along, or brought before a reload. */
function readToken(): string {
  const { mailedToken } = (history.state as State) ?? {};
  const token = new URLSearchParams(location.search).get('token');
  return token ?? (typeof mailedToken === 'string' ? mailedToken : '');
}

/** Leaves only the page's path in the address bar: whoever looks at it, or copies it, gets no key. */
const keepInHistory = (mailedToken: string | undefined): void =>
  history.replaceState({ ...history.state, mailedToken }, '', location.pathname);

/**
 * The token of a mailed link. It is taken out of the address bar and kept with this entry of the tab's
 * history, so that a reload does not lose it. @returns undefined until it was looked for, '' when there is none
 */
export function useMailedToken(): { token: string | undefined; drop: () => void } {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const found = readToken();
    keepInHistory(found || undefined);
    setToken(found);
  }, []);
  /** It is used up. */
  const drop = () => {
    keepInHistory(undefined);
    setToken('');
  };
  return { token, drop };
}
