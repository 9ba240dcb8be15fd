/** The profile icon: a link or a menu, depending on the session, and Logout. */
import { loadPart } from '#lib/load-part.dom.ts';
import { paths } from '#lib/paths.ts';
import { $token } from '#lib/token.store.ts';

export function startProfile(): void {
  const login = document.querySelector<HTMLElement>('[data-profile-login]');
  const account = document.querySelector<HTMLElement>('[data-profile-account]');
  const button = account?.querySelector('button');
  if (!login || !account || !button) return;

  $token.subscribe((token) => {
    login.hidden = Boolean(token);
    account.hidden = !token;
  });

  const open = (yes: boolean): void => {
    button.ariaExpanded = String(yes);
  };
  button.addEventListener('click', (event) => {
    // A mouse opens it by hovering (Profile.astro).
    if ((event as PointerEvent).pointerType !== 'mouse') open(button.ariaExpanded !== 'true');
  });
  account.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !account.contains(relatedTarget as Node)) open(false);
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (!account.contains(target as Node)) open(false);
  });
  account.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    open(false);
    button.focus();
  });
  account.querySelector('[data-logout]')?.addEventListener('click', async () => {
    // Loaded on demand: most visits never log out.
    const session = await loadPart(() => import('#shared/account/session.api.ts')).catch(() => {});
    if (!session) return;
    await session.endSession();
    location.assign(paths.login);
  });
}
