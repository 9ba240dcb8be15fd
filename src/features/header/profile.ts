/** Link or menu, as the session says; the menu's opening and closing; logging out. */

import { reportMissing } from '#lib/missing.ts';
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
  // A mouse opens by hovering; its click must not close at once what the hovering has opened.
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
    // Fetched now: most who open a page never log out on it.
    const session = await import('#features/accounts/session.ts').catch(() => {});
    if (!session) return reportMissing();
    await session.endSession();
    location.assign(paths.login);
  });
}
