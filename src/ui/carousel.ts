/** Finds the carousels of a page and brings them to life once they are near and the page is at rest. */

const whenIdle: (run: () => void) => void =
  'requestIdleCallback' in window
    ? (run) => requestIdleCallback(run, { timeout: 2_000 })
    : (run) => setTimeout(run, 200);

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
        whenIdle(async () => {
          const { makeCarousel } = await import('./swiper.ts');
          // Reading the script and starting it are a task each, so that a tap in between is answered.
          whenIdle(() => makeCarousel(target as HTMLElement));
        });
      }
    },
    { rootMargin: '600px 0px' },
  );
  whenLoaded(() => {
    for (const carousel of document.querySelectorAll('[data-carousel]')) near.observe(carousel);
  });
}
