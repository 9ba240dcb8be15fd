/** Explains an ingredient of a product's list in a popover. Without scripts the names are links to their pages. */

let panel: HTMLElement | null | undefined;

/** The popover, which is taken out of the page's template when it is first needed. */
function panelOf(): HTMLElement | null | undefined {
  const template = document.querySelector<HTMLTemplateElement>('template[data-explained]');
  panel ??= template?.content.querySelector<HTMLElement>('.explained');
  if (panel && !panel.isConnected) template?.insertAdjacentElement('afterend', panel);
  return panel;
}

/** Called once by the page of a product. */
export function startExplaining(): void {
  document.querySelector('[data-explain]')?.addEventListener('click', (event) => {
    const { target, metaKey, ctrlKey, shiftKey } = event as MouseEvent;
    const link = target instanceof Element && target.closest('a');
    const shown = panelOf();
    // Older Safari, until the polyfill has come (features/header/header.dom.ts), and a link for another tab.
    if (!link || !shown?.showPopover || metaKey || ctrlKey || shiftKey) return;
    event.preventDefault();
    for (const part of shown.querySelectorAll<HTMLElement>('[data-about]')) {
      part.hidden = part.dataset.about !== link.pathname;
      if (!part.hidden) shown.ariaLabel = part.querySelector('h4')?.textContent ?? null;
    }
    // By keyboard another name can be reached while it is open.
    shown.hidePopover();
    // It stands beside its source.
    shown.showPopover({ source: link });
    shown.focus();
  });
}
