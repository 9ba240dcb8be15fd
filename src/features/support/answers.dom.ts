/**
 * Search and topics of the answers (docs/behaviour.md, "Texts and answers"). The topic is the hash of the URL, so that
 * links and Back work; the search is not in the URL.
 */

type Entry = { details: HTMLDetailsElement; words: string };

/** Normalizes a text for comparison: quotes, case and spacing. */
const normalize = (text: string): string =>
  text.replaceAll('’', "'").replace(/\s+/g, ' ').trim().toLowerCase();

/** The text of question and answer, without the link below. */
const wordsOf = (details: HTMLElement): string =>
  [...details.querySelectorAll('summary, .answer > p:not(:has(> .onward))')]
    .map(({ textContent }) => normalize(textContent))
    .join('\n');

/** Called once by the contact page. */
export function startAnswers(): void {
  const root = document.querySelector<HTMLElement>('[data-answers]');
  const box = root?.querySelector<HTMLInputElement>('input[type="search"]');
  const status = root?.querySelector<HTMLElement>('[data-found]');
  const nothing = root?.querySelector<HTMLElement>('[data-nothing]');
  if (!root || !box || !status || !nothing) return;
  const tabs = [...root.querySelectorAll<HTMLAnchorElement>('[data-topic]')];
  const topics = [...root.querySelectorAll<HTMLElement>('.topics > section')].map((section) => ({
    section,
    entries: [...section.querySelectorAll('details')].map(
      (details): Entry => ({ details, words: wordsOf(details) }),
    ),
  }));

  const requestedTopic = (): string => decodeURIComponent(location.hash.slice(1));
  /** The id of the chosen topic; empty for all. Other hashes change nothing. */
  let chosen = '';

  const show = (): void => {
    const query = normalize(box.value);
    let count = 0;
    for (const { section, entries } of topics) {
      const inTopic = !chosen || section.id === chosen;
      let here = 0;
      for (const { details, words } of entries) {
        const matches = words.includes(query);
        details.hidden = !matches;
        if (!matches) details.open = false;
        else here += 1;
      }
      section.hidden = !inTopic || !here;
      if (inTopic) count += here;
    }
    for (const tab of tabs) tab.ariaCurrent = tab.dataset.topic === chosen ? 'true' : null;
    nothing.hidden = count > 0;
    const where = tabs.find((tab) => tab.dataset.topic === chosen && chosen)?.textContent?.trim();
    status.textContent = query
      ? `${count} ${count === 1 ? 'answer' : 'answers'} for “${box.value.trim()}”${where ? ` in ${where}` : ''}`
      : '';
  };

  /** Chooses the topic of the URL. @returns its element */
  const follow = (): HTMLElement | undefined => {
    const topic = topics.find(({ section }) => section.id === requestedTopic());
    if (topic || requestedTopic() === 'faqs' || !requestedTopic()) chosen = topic?.section.id ?? '';
    show();
    return topic?.section;
  };

  for (const tab of tabs)
    tab.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      // Without scrolling to the topic, so that the tabs stay under the finger.
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

  // Opened by a link: the topics above are hidden now, so the position has changed.
  if (requestedTopic()) follow()?.scrollIntoView();
  else show();
}
