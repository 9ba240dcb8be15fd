/** What the side menu and the search bar need beyond the platform: where the focus goes. */

export function startMenus(): void {
  const menu = document.querySelector<HTMLElement>('#menu');
  // For Safari before 17.
  if (menu && !('popover' in menu)) import('@oddbird/popover-polyfill');
  // A popover does not keep the focus; rather than let it wander behind the veil, the menu closes.
  menu?.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.hidePopover();
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
