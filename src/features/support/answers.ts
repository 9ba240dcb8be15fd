/**
 * Search and topics of the answers (docs/behaviour.md 3.10). The
 * topic is the address's hash, so that links lead to it and Back leaves it; the search is only typed.
 */

type Entry = { details: HTMLDetailsElement; words: string };

/** As both sides are compared: quotes of either kind, any case, any spacing. */
const fold = (text: string): string => text.replaceAll('’', "'").replace(/\s+/g, ' ').trim().toLowerCase();

/** Question and answer; not the link below, which every other answer could have as well. */
const wordsOf = (details: HTMLElement): string =>
  [...details.querySelectorAll('summary, .answer > p:not(:has(> .onward))')]
    .map(({ textContent }) => fold(textContent))
    .join('\n');

/** Starts the search box and the tabs; called once by the contact page. */
export function startAnswers(): void {
  const root = document.querySelector<HTMLElement>('[data-answers]');
  const box = root?.querySelector<HTMLInputElement>('input[type="search"]');
  const found = root?.querySelector<HTMLElement>('[data-found]');
  const nothing = root?.querySelector<HTMLElement>('[data-nothing]');
  if (!root || !box || !found || !nothing) return;
  const tabs = [...root.querySelectorAll<HTMLAnchorElement>('[data-topic]')];
  const topics = [...root.querySelectorAll<HTMLElement>('.topics > section')].map((section) => ({
    section,
    entries: [...section.querySelectorAll('details')].map(
      (details): Entry => ({ details, words: wordsOf(details) }),
    ),
  }));

  const asked = (): string => decodeURIComponent(location.hash.slice(1));
  /** The chosen topic's id; empty for all. Hashes of other places change nothing. */
  let chosen = '';

  const show = (): void => {
    const query = fold(box.value);
    let count = 0;
    for (const { section, entries } of topics) {
      const inTopic = !chosen || section.id === chosen;
      let here = 0;
      for (const { details, words } of entries) {
        const fits = words.includes(query);
        details.hidden = !fits;
        if (!fits) details.open = false;
        else here += 1;
      }
      section.hidden = !inTopic || !here;
      if (inTopic) count += here;
    }
    for (const tab of tabs) tab.ariaCurrent = tab.dataset.topic === chosen ? 'true' : null;
    nothing.hidden = count > 0;
    const where = tabs.find((tab) => tab.dataset.topic === chosen && chosen)?.textContent?.trim();
    found.textContent = query
      ? `${count} ${count === 1 ? 'answer' : 'answers'} for “${box.value.trim()}”${where ? ` in ${where}` : ''}`
      : '';
  };

  /** Takes the topic from the address. @returns its place on the page */
  const follow = (): HTMLElement | undefined => {
    const topic = topics.find(({ section }) => section.id === asked());
    if (topic || asked() === 'faqs' || !asked()) chosen = topic?.section.id ?? '';
    show();
    return topic?.section;
  };

  for (const tab of tabs)
    tab.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      // The tabs stay where they are: going to the topic would scroll them away from under the finger.
      event.preventDefault();
      if (tab.hash !== location.hash) history.pushState(history.state, '', tab.hash);
      follow();
    });
  box.addEventListener('input', show);
  box.form?.addEventListener('submit', (event) => event.preventDefault());
  root.querySelector('[data-clear]')?.addEventListener('click', () => {
    box.value = '';
    chosen = '';
    history.pushState(history.state, '', '#faqs');
    show();
    box.focus();
  });
  addEventListener('hashchange', () => {
    // A link from elsewhere on the page, such as the footer's.
    box.value = '';
    follow()?.scrollIntoView();
  });
  addEventListener('popstate', follow);

  // Arrived by a link: topics above have gone, so the place is another one now.
  if (asked()) follow()?.scrollIntoView();
  else show();
}
