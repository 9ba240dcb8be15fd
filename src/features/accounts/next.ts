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
 * Where to go after signing in: a whole URL of our own origin, or undefined for anything that is not a
 * path of it (docs/behaviour.md 9.5). The path of a URL is never returned alone: that of
 * `/.//host` is `//host`, which a browser takes for another site.
 * @param origin our own, such as `https://harita.example`
 */
export function safeNext(next: string | null | undefined, origin: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (!next || !/^\/(?!\/)/.test(next) || /[\\\u0000-\u001f]/.test(next)) return undefined;
  try {
    const url = new URL(next, origin);
    return url.origin === origin && !url.pathname.startsWith('//') ? url.href : undefined;
  } catch {
    return undefined;
  }
}
