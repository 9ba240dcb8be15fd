/** Waits until somebody has scrolled near the reviews, and only then loads what fetches and draws them. */

/** Loaded by the time that they are in view. */
const rootMargin = '800px';

async function start(section: HTMLElement): Promise<void> {
  try {
    const { startReviews } = await import('./list.ts');
    startReviews(section);
  } catch {
    // Offline, or the shop was deployed anew since the page was opened: a fresh page mends both.
    const failed = section
      .querySelector<HTMLTemplateElement>('template[data-failed]')
      ?.content.cloneNode(true);
    if (failed) section.querySelector('[data-list]')?.replaceChildren(failed);
    section.querySelector('[data-again]')?.addEventListener('click', () => location.reload());
  }
}

export function startWhenNear(): void {
  const section = document.querySelector<HTMLElement>('[data-reviews]');
  if (!section) return;
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      near.disconnect();
      void start(section);
    },
    { rootMargin },
  );
  near.observe(section);
}
