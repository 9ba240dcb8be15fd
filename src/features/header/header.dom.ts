/** The scripts of the header: menus, search boxes and the badge of the cart. */
import { $pieces } from '#shared/cart/cart.store.ts';

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

  // What the pointer has opened goes with Escape too, until the pointer comes again (WCAG 1.4.13).
  const shop = document.querySelector<HTMLElement>('[data-shop]');
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') shop?.setAttribute('data-closed', '');
  });
  shop?.addEventListener('pointerenter', () => shop.removeAttribute('data-closed'));

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

/** Starts a search box when it is used for the first time. Without its script it is a plain form. */
export function startSearchBoxes(): void {
  for (const sign of ['focusin', 'input'])
    document.addEventListener(sign, ({ target, type }) => {
      if (!(target instanceof HTMLInputElement && 'searchBox' in target.dataset)) return;
      const { value } = target;
      // rule: parts - without it the box is a plain form
      import('#features/search/search-box.dom.ts').then(
        (script) => script.startSearchBox(target, type === 'input' || target.value !== value),
        () => {},
      );
    });
}

/** The badge of the cart: the number of pieces, in every tab. */
export function startBadge(): void {
  const link = document.querySelector<HTMLElement>('[data-cart-link]');
  const count = document.querySelector<HTMLElement>('[data-cart-count]');
  if (!link || !count) return;
  $pieces.subscribe((pieces) => {
    // An empty badge is hidden by its style, and its space stays.
    count.textContent = pieces > 99 ? '99+' : String(pieces || '');
    link.ariaLabel = pieces ? `Cart, ${pieces} ${pieces === 1 ? 'item' : 'items'}` : 'Cart';
  });
}
