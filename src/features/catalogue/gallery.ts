/** Thumbnails scroll their picture into place, arrow keys go on, and the one in view is marked. */

export function startGallery(): void {
  const gallery = document.querySelector<HTMLElement>('[data-gallery]');
  const strip = gallery?.querySelector<HTMLElement>('[data-strip]');
  if (!gallery || !strip) return;
  const thumbnails = [...gallery.querySelectorAll<HTMLAnchorElement>('[data-thumbnail]')];
  const calm = matchMedia('(prefers-reduced-motion: reduce)');

  const shown = (): number => Math.round(strip.scrollLeft / strip.clientWidth);
  const show = (n: number): void =>
    strip.scrollTo({ left: n * strip.clientWidth, behavior: calm.matches ? 'instant' : 'smooth' });

  for (const [n, thumbnail] of thumbnails.entries())
    thumbnail.addEventListener('click', (event) => {
      event.preventDefault();
      show(n);
    });

  strip.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    show(Math.min(strip.childElementCount - 1, Math.max(0, shown() + step)));
  });

  strip.addEventListener(
    'scroll',
    () => {
      for (const [n, thumbnail] of thumbnails.entries())
        thumbnail.ariaCurrent = n === shown() ? 'true' : null;
    },
    { passive: true },
  );
}
