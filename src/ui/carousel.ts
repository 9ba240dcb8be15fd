/** Finds the carousels of a page and brings them to life once they are near and the page is at rest. */

const idle = (): Promise<void> =>
  new Promise((run) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => run(), { timeout: 2_000 });
    else setTimeout(run, 200);
  });

/** Reading the script, making and starting it are a task each, so that a tap in between is answered. */
async function bringToLife(carousel: HTMLElement): Promise<void> {
  await idle();
  const { makeCarousel } = await import('./swiper.ts');
  await idle();
  await makeCarousel(carousel, idle);
}

const whenLoaded = (run: () => void): void => {
  if (document.readyState === 'complete') run();
  else addEventListener('load', run, { once: true });
};

export function startCarousels(): void {
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        // Without its script it is a row to scroll.
        bringToLife(target as HTMLElement).catch(() => {});
      }
    },
    { rootMargin: '600px 0px' },
  );
  whenLoaded(() => {
    for (const carousel of document.querySelectorAll('[data-carousel]')) near.observe(carousel);
  });
}
