import { useCallback, useEffect, useState } from 'react';
import { readSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';

type State = { mailedToken?: unknown; mailedAt?: unknown } | null;

const forgottenKey = 'linksForgottenAt';

/** Forgets the tokens that the history of this tab holds: Back must not open their pages again on a shared phone. */
export const forgetLinkTokens = (): void => writeSessionStorage(forgottenKey, Date.now());

/** The token of the URL, which link-token.js has moved into the history state. */
function readToken(): string {
  const { mailedToken, mailedAt } = (history.state as State) ?? {};
  const isForgotten = Number(mailedAt) <= Number(readSessionStorage(forgottenKey) ?? 0);
  return typeof mailedToken === 'string' && !isForgotten ? mailedToken : '';
}

/**
 * The token of a link in an email. link-token.js removes it from the URL before the page requests anything, and keeps
 * it in the history state, so that a reload does not lose it. @returns undefined until it was read, '' without one
 */
export function useLinkToken() {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    setToken(readToken());
    // Another link in the same tab changes the fragment only; the new page takes it out of the address.
    const onHash = () => location.hash.includes('.') && location.reload();
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);
  /** Keeps another token in the history state. */
  const keep = useCallback((mailedToken: string) => {
    history.replaceState({ ...history.state, mailedToken, mailedAt: Date.now() }, '');
    setToken(mailedToken);
  }, []);
  return {
    token,
    keep,
    /** Drops a used token. */
    drop: () => keep(''),
  };
}
