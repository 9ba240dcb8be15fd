import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { readStored } from '#lib/device-storage.dom.ts';
import { $guestToken } from '#lib/guest-token.store.ts';
import { $token } from '#lib/token.store.ts';
import { useMounted } from '#ui/useMounted.ts';

/** `unknown` until the page has read the browser's storage. */
export type Session = { state: 'unknown' } | { state: 'out' } | { state: 'in'; token: string };

const tokens = [
  { key: 'token', store: $token },
  { key: 'guestToken', store: $guestToken },
] as const;

/** A page that Back restores has missed the storage events, so it reads the tokens again (docs/behaviour.md 3.3). */
function readTokensAgain(): void {
  for (const { key, store } of tokens) {
    const now = readStored('localStorage', key) ?? '';
    if (now !== store.get()) store.set(now);
  }
}

/** The account's and the guest's token; undefined until the page has read the browser's storage. */
function useTokens(): { account: string; guest: string } | undefined {
  const mounted = useMounted();
  const account = useStore($token, { ssr: () => '' });
  const guest = useStore($guestToken, { ssr: () => '' });
  useEffect(() => {
    addEventListener('pageshow', readTokensAgain);
    return () => removeEventListener('pageshow', readTokensAgain);
  }, []);
  return mounted ? { account, guest } : undefined;
}

const sessionOf = (token: string | undefined): Session => {
  if (token === undefined) return { state: 'unknown' };
  return token ? { state: 'in', token } : { state: 'out' };
};

/** The session of an account, for private pages. */
export const useSession = (): Session => sessionOf(useTokens()?.account);

/** The session of an account, else of a guest: for pages about orders. @property guest whether it is a guest's */
export function useShopperSession(): Session & { guest: boolean } {
  const tokens = useTokens();
  return {
    ...sessionOf(tokens && (tokens.account || tokens.guest)),
    guest: tokens !== undefined && !tokens.account && tokens.guest !== '',
  };
}
