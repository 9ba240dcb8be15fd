/**
 * Starts the island of the reviews when it is about to be scrolled into view, or at once for somebody who comes to write
 * one: by the link of the email that asks for it, or after signing in.
 */
import { writeLink } from './review-link.dom.ts';

/** Far enough that the list is loaded when it comes into view. */
const rootMargin = '800px';

export function startReviews(): void {
  const section = document.querySelector<HTMLElement>('[data-reviews]');
  const island = section?.querySelector('astro-island');
  if (!section || !island) return;
  // What `client:intent` takes for somebody who is about to use the island.
  const start = (): void => void island.dispatchEvent(new Event('focusin'));
  // Offline, or a deployment has replaced the script: the list says so, and its button tries again.
  island.addEventListener('astro:hydration-error', () => section.setAttribute('data-failed', ''));
  // The link of another email, opened in this tab.
  addEventListener(
    'scroll',
    () =>
      // rule: parts - the page is complete without it
      import('#features/catalogue/recently-viewed.dom.ts').then(
        (part) => part.startRecentlyViewed(),
        () => {},
      ),
    { once: true },
  );
  addEventListener('hashchange', () => location.hash.startsWith('#review=') && location.reload());
  const [, link] = /^#review=(.+)/.exec(location.hash) ?? [];
  if (link) {
    // The link stands for an account, so it does not stay in the address, where it would be shared or remembered.
    history.replaceState(history.state, '', '#write-review');
    writeLink(section.dataset.reviews ?? '', link);
  }
  const form = section.querySelector('details');
  if (form && location.hash === `#${form.id}`) {
    // Before the island has started, so that nothing moves.
    form.open = true;
    start();
    return;
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      start();
    },
    { rootMargin },
  );
  observer.observe(section);
}
