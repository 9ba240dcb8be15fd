import { useStore } from '@nanostores/react';
import { $guestToken } from '#lib/guest-token.store.ts';
import { $token } from '#lib/token.store.ts';
import { useMounted } from '#ui/useMounted.ts';

/** `unknown` until the page has read the browser's storage. */
export type Session = { state: 'unknown' } | { state: 'out' } | { state: 'in'; token: string };

/** The account's and the guest's token; undefined until the page has read the browser's storage. */
function useTokens(): { account: string; guest: string } | undefined {
  const mounted = useMounted();
  const account = useStore($token, { ssr: () => '' });
  const guest = useStore($guestToken, { ssr: () => '' });
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
