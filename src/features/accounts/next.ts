import { paths } from '#lib/paths.ts';

const forms: readonly string[] = [paths.login, paths.register];

/**
 * The page that asked to sign in: `?next=` of this address, or of the other form's, when its link was
 * followed before the island could carry `next` over. What comes back is still to be checked (safeNext).
 * @param referrer document.referrer
 */
export function wantedNext(address: string, referrer: string): string | null {
  const here = new URL(address);
  const next = here.searchParams.get('next');
  if (next || !referrer) return next;
  const from = new URL(referrer);
  return from.origin === here.origin && forms.includes(from.pathname) ? from.searchParams.get('next') : null;
}
