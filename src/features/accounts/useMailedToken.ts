import { useEffect, useState } from 'react';

type State = { mailedToken?: unknown } | null;

/** The token that the address brought along; mailed-token.js has put it here. */
function readToken(): string {
  const { mailedToken } = (history.state as State) ?? {};
  return typeof mailedToken === 'string' ? mailedToken : '';
}

/**
 * The token of a mailed link. It was taken out of the address bar before anything was asked for, and is kept with
 * this entry of the tab's history, so that a reload does not lose it. @returns undefined until it was looked for,
 * '' when there is none
 */
export function useMailedToken(): { token: string | undefined; drop: () => void } {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    setToken(readToken());
  }, []);
  /** It is used up. */
  const drop = () => {
    history.replaceState({ ...history.state, mailedToken: undefined }, '');
    setToken('');
  };
  return { token, drop };
}
