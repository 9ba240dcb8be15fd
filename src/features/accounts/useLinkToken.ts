import { useCallback, useEffect, useState } from 'react';
import { onRestore } from '#lib/on-restore.dom.ts';
import { readSessionStorage, takeSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';

type State = { mailedToken?: unknown; mailedAt?: unknown } | null;

const forgottenKey = 'linksForgottenAt';

/** Forgets the tokens that the history of this tab holds: Back must not open their pages again on a shared phone. */
export const forgetLinkTokens = (): void => writeSessionStorage(forgottenKey, Date.now());

/** Name under which the link of an order is kept while the shopper signs in or pays. */
export const keptLink = 'orderLink';

/** Keeps a link's token in this tab while the shopper signs in. @param name of the kind of link */
export const keepLink = (name: string, token: string): void => writeSessionStorage(name, token);

/** Returns, once, the token that was kept. */
export function takeKeptLink(name: string): string | undefined {
  const token = takeSessionStorage(name);
  return typeof token === 'string' ? token : undefined;
}

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
    // A page that Back restores may have been forgotten meanwhile.
    const stop = onRestore(() => {
      if ((history.state as State)?.mailedToken && !readToken()) location.reload();
    });
    return () => {
      removeEventListener('hashchange', onHash);
      stop();
    };
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
