/** Starts the carousels of a page once they are near and the page is idle. */

const idle = (): Promise<void> =>
  new Promise((run) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => run(), { timeout: 2_000 });
    else setTimeout(run, 200);
  });

/** Loading and starting are separate tasks, so that a tap in between gets a response. */
async function startCarousel(carousel: HTMLElement): Promise<void> {
  await idle();
  // rule: parts - without it the carousel scrolls
  const { makeCarousel } = await import('./swiper.dom.ts');
  await idle();
  await makeCarousel(carousel, idle);
}

const whenLoaded = (run: () => void): void => {
  if (document.readyState === 'complete') run();
  else addEventListener('load', run, { once: true });
};

export function startCarousels(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        startCarousel(target as HTMLElement).catch(() => {});
      }
    },
    { rootMargin: '600px 0px' },
  );
  whenLoaded(() => {
    for (const carousel of document.querySelectorAll('[data-carousel]:has(.swiper-slide + .swiper-slide)'))
      observer.observe(carousel);
  });
}
