import { paths } from '#lib/paths.ts';

const forms: readonly string[] = [paths.login, paths.register];

/**
 * The page that asked to sign in: `?next=` of this URL, or of the other form's URL, if its link was followed before the
 * island could pass `next` on. The result is not checked yet ({@link safeRedirect}).
 * @param referrer document.referrer
 */
export function requestedRedirect(address: string, referrer: string): string | null {
  const here = new URL(address);
  const next = here.searchParams.get('next');
  if (next || !referrer) return next;
  const from = new URL(referrer);
  return from.origin === here.origin && forms.includes(from.pathname) ? from.searchParams.get('next') : null;
}

/**
 * The page after signing in: a complete URL of our own origin, or undefined if `next` is not a path of it
 * (docs/behaviour.md, "Signing in and up"). It never returns a path alone: that of `/.//host` is `//host`, another site
 * for browsers.
 * @param origin our own, such as `https://harita.example`
 */
export function safeRedirect(next: string | null | undefined, origin: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (!next || !/^\/(?!\/)/.test(next) || /[\\\u0000-\u001f]/.test(next)) return undefined;
  try {
    const url = new URL(next, origin);
    return url.origin === origin && !url.pathname.startsWith('//') ? url.href : undefined;
  } catch {
    return undefined;
  }
}
