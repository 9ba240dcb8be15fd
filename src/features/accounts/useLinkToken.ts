import { useCallback, useEffect, useState } from 'react';

type State = { mailedToken?: unknown } | null;

/** The token of the URL, which link-token.js has moved into the history state. */
function readToken(): string {
  const { mailedToken } = (history.state as State) ?? {};
  return typeof mailedToken === 'string' ? mailedToken : '';
}

/**
 * The token of a link in an email. link-token.js removes it from the URL before the page requests anything, and keeps
 * it in the history state, so that a reload does not lose it. @returns undefined until it was read, '' without one
 */
export function useLinkToken() {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    setToken(readToken());
  }, []);
  /** Keeps another token in the history state. */
  const keep = useCallback((mailedToken: string) => {
    history.replaceState({ ...history.state, mailedToken }, '');
    setToken(mailedToken);
  }, []);
  return {
    token,
    keep,
    /** Drops a used token. */
    drop: () => keep(''),
  };
}
