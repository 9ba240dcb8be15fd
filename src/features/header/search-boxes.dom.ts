/** Starts a search box when it is used for the first time. Without its script it is a plain form. */

export function startSearchBoxes(): void {
  for (const sign of ['focusin', 'input'])
    document.addEventListener(sign, ({ target, type }) => {
      if (!(target instanceof HTMLInputElement && 'searchBox' in target.dataset)) return;
      const { value } = target;
      import('#features/search/search-box.dom.ts').then(
        ({ startSearchBox }) => startSearchBox(target, type === 'input' || target.value !== value),
        () => {},
      );
    });
}
