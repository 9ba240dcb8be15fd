/** What the side menu and the search bar need beyond the platform: where the focus goes. */

export function startMenus(): void {
  // Safari before 17. A menu that does not open is all that is lost when this fails.
  if (!('popover' in HTMLElement.prototype)) import('@oddbird/popover-polyfill').catch(() => {});
  const menu = document.querySelector<HTMLElement>('#menu');
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
