/**
 * Loads the list of reviews when it is about to be scrolled into view, or at once for somebody who comes to write one: by
 * the link of the email that asks for it, or after signing in.
 */
import { loadPart, optional } from '#lib/load-part.dom.ts';

/** Far enough that the list is loaded when it comes into view. */
const rootMargin = '800px';

/** @param link of the email that asks for a review */
async function start(section: HTMLElement, link?: string): Promise<void> {
  try {
    const { startReviews } = await loadPart(() => import('./list.dom.ts'), optional);
    startReviews(section, link);
  } catch {
    // Offline, or a deployment has replaced the script: reloading the page helps in both cases.
    const failed = section
      .querySelector<HTMLTemplateElement>('template[data-failed]')
      ?.content.cloneNode(true);
    if (failed) section.querySelector('[data-list]')?.replaceChildren(failed);
    section.querySelector('[data-again]')?.addEventListener('click', () => location.reload());
  }
}

export function loadReviewsOnScroll(): void {
  const section = document.querySelector<HTMLElement>('[data-reviews]');
  if (!section) return;
  // The link of another email, opened in this tab.
  addEventListener('hashchange', () => location.hash.startsWith('#review=') && location.reload());
  const [, link] = /^#review=(.+)/.exec(location.hash) ?? [];
  if (link) {
    // The link stands for an account, so it does not stay in the address, where it would be shared or remembered.
    history.replaceState(history.state, '', '#write-review');
  }
  if (location.hash === '#write-review') return void start(section, link);
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void start(section);
    },
    { rootMargin },
  );
  observer.observe(section);
}
