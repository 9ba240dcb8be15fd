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
 * The session, for private pages. A page that Back restores has missed the storage events, so it reads the token again
 * (docs/behaviour.md 3.3).
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
