/** Loads the list of reviews when it is about to be scrolled into view. */

/** Far enough that the list is loaded when it comes into view. */
const rootMargin = '800px';

async function start(section: HTMLElement): Promise<void> {
  try {
    const { startReviews } = await import('./list.dom.ts');
    startReviews(section);
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
