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
  // Hovering opens the menu; the following click must not close it.
  account.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && open(true));
  account.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && open(false));
  button.addEventListener('click', (event) => {
    const byMouse = event instanceof PointerEvent && event.pointerType === 'mouse';
    open(byMouse || button.ariaExpanded !== 'true');
  });
  account.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !account.contains(relatedTarget)) open(false);
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !account.contains(target)) open(false);
  });
  account.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    open(false);
    button.focus();
  });
  account.querySelector('[data-logout]')?.addEventListener('click', async () => {
    // Loaded on demand: most visits never log out.
    const session = await loadPart(() => import('#features/accounts/session.api.ts')).catch(() => {});
    if (!session) return;
    await session.endSession();
    location.assign(paths.login);
  });
}
