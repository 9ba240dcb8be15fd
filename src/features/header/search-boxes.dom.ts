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
