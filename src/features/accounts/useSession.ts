import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $token } from '#lib/token.store.ts';
import { useMounted } from '#ui/useMounted.ts';

/** `unknown` until the page has read the browser's storage. */
export type Session = { state: 'unknown' } | { state: 'out' } | { state: 'in'; token: string };

const storedToken = (): string => {
  try {
    return localStorage.getItem('token') ?? '';
  } catch {
    return $token.get();
  }
};

/**
 * Who is signed in, for private pages. A page that comes back with Back from the browser's memory has
 * missed the storage events, so the token is read again before it is seen (docs/behaviour.md 3.3).
 */
export function useSession(): Session {
  const mounted = useMounted();
  const token = useStore($token, { ssr: () => '' });
  useEffect(() => {
    const recheck = () => {
      const now = storedToken();
      if (now !== $token.get()) $token.set(now);
    };
    addEventListener('pageshow', recheck);
    return () => removeEventListener('pageshow', recheck);
  }, []);
  if (!mounted) return { state: 'unknown' };
  return token ? { state: 'in', token } : { state: 'out' };
}
