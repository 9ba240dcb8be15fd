import { paths } from '#lib/paths.ts';

const forms: readonly string[] = [paths.login, paths.register];

/**
 * The page that asked to sign in: `?next=` of this address, or of the other form's, when its link was
 * followed before the island could carry `next` over. What comes back is still to be checked ({@link safeNext}).
 * @param referrer document.referrer
 */
export function wantedNext(address: string, referrer: string): string | null {
  const here = new URL(address);
  const next = here.searchParams.get('next');
  if (next || !referrer) return next;
  const from = new URL(referrer);
  return from.origin === here.origin && forms.includes(from.pathname) ? from.searchParams.get('next') : null;
}

/**
 * Where to go after signing in. Only a path of our own origin is followed (decisions,
 * "Accounts and roles"): `//host`, backslashes, control characters and schemes lead home.
 * @param origin our own, such as `https://harita.example`
 */
export function safeNext(next: string | null | undefined, origin: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (!next || !/^\/(?!\/)/.test(next) || /[\\\u0000-\u001f]/.test(next)) return paths.home;
  try {
    const url = new URL(next, origin);
    return url.origin === origin ? url.pathname + url.search + url.hash : paths.home;
  } catch {
    return paths.home;
  }
}
