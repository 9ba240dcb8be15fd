/** Tabs (WAI-ARIA pattern with automatic activation): arrows, Home and End move the focus and show the panel. */

/** @param root contains a `tablist` and its panels; a hidden panel has the class `away` */
export function startTabs(root: HTMLElement): void {
  const tabs = [...root.querySelectorAll<HTMLElement>('[role="tab"]')];
  const panelOf = (tab: HTMLElement) => document.getElementById(tab.getAttribute('aria-controls') ?? '');

  const show = (chosen: HTMLElement): void => {
    for (const tab of tabs) {
      const on = tab === chosen;
      tab.ariaSelected = String(on);
      tab.tabIndex = on ? 0 : -1;
      panelOf(tab)?.classList.toggle('away', !on);
    }
  };

  for (const [n, tab] of tabs.entries()) {
    tab.addEventListener('click', () => show(tab));
    tab.addEventListener('keydown', (event) => {
      const last = tabs.length - 1;
      const to = { ArrowRight: n === last ? 0 : n + 1, ArrowLeft: n ? n - 1 : last, Home: 0, End: last }[
        event.key
      ];
      const next = to === undefined ? undefined : tabs[to];
      if (!next) return;
      event.preventDefault();
      next.focus();
      show(next);
    });
  }
}
