/** The focus of the side menu and the search bar, beyond what the platform does. */

export function startMenus(): void {
  const menu = document.querySelector<HTMLElement>('#menu');
  // Safari before 17 has no popovers.
  // rule: parts - the menu opens without it too
  if (menu && !('popover' in menu)) import('@oddbird/popover-polyfill').catch(() => {});
  // A popover does not trap the focus, so the menu closes when the focus leaves it.
  menu?.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(relatedTarget as Node)) menu.hidePopover();
  });

  const bar = document.querySelector<HTMLDetailsElement>('[data-search-bar]');
  bar?.addEventListener('toggle', () => {
    if (bar.open) bar.querySelector('input')?.focus();
  });
  bar?.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    bar.open = false;
    bar.querySelector('summary')?.focus();
  });
}
