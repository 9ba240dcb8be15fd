/** The list below a search box: a listbox whose lines are links or buttons, one of them active. */

export type SuggestionList = ReturnType<typeof createSuggestionList>;

/** Adds a closed list below the box. */
export function createSuggestionList(box: HTMLInputElement) {
  const list = document.createElement('div');
  list.id = `${box.id}-suggestions`;
  list.className = 'typeahead';
  list.role = 'listbox';
  list.ariaLabel = 'Suggestions';
  list.hidden = true;
  box.parentElement?.appendChild(list);
  box.role = 'combobox';
  box.ariaAutoComplete = 'list';
  box.ariaExpanded = 'false';
  box.setAttribute('aria-controls', list.id);

  let lines: readonly HTMLElement[] = [];
  let active = -1;

  const activate = (position: number): void => {
    active = position;
    for (const [n, line] of lines.entries()) line.ariaSelected = String(n === active);
    const line = lines[active];
    if (line) box.setAttribute('aria-activedescendant', line.id);
    else box.removeAttribute('aria-activedescendant');
    line?.scrollIntoView({ block: 'nearest' });
  };
  /** The list ends above the phone's keyboard, but is not lower than three lines. */
  const limitHeight = (): void => {
    if (list.hidden) return;
    const { height, offsetTop } = visualViewport ?? { height: innerHeight, offsetTop: 0 };
    const room = height + offsetTop - list.getBoundingClientRect().top - 12;
    list.style.maxHeight = `${Math.max(room, 144)}px`;
  };
  // A press on a line does not take the focus.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  visualViewport?.addEventListener('resize', limitHeight);

  return {
    isOpen: () => !list.hidden,
    /** The active line; undefined without one. */
    active: () => lines[active],
    /** Makes a line active by its position; -1 for none. */
    activate,
    last: () => lines.length - 1,
    /** Makes another line active. Before the first and after the last one is none. */
    move(by: number): void {
      const count = lines.length + 1;
      activate(((active + 1 + by + count) % count) - 1);
    },
    show(all: readonly HTMLElement[]): void {
      lines = all;
      for (const [n, line] of lines.entries()) {
        line.id = `${list.id}-${n}`;
        line.role = 'option';
        line.tabIndex = -1;
      }
      list.replaceChildren(...lines);
      list.hidden = !lines.length;
      box.ariaExpanded = String(!list.hidden);
      activate(-1);
      limitHeight();
    },
    close(): void {
      list.hidden = true;
      box.ariaExpanded = 'false';
      activate(-1);
    },
  };
}
