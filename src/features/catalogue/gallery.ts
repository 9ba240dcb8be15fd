/** Thumbnails scroll their picture into place, arrow keys go on, the one in view is marked, and any opens large. */
import { pictureStrip, stepOf } from './strip.ts';

export function startGallery(): void {
  const gallery = document.querySelector<HTMLElement>('[data-gallery]');
  const strip = gallery?.querySelector<HTMLElement>('[data-strip]');
  if (!gallery || !strip) return;
  const thumbnails = [...gallery.querySelectorAll<HTMLAnchorElement>('[data-thumbnail]')];
  const pictures = [...strip.querySelectorAll<HTMLAnchorElement>('[data-zoom-in]')];
  const { shown, show } = pictureStrip(strip);

  for (const [n, thumbnail] of thumbnails.entries())
    thumbnail.addEventListener('click', (event) => {
      event.preventDefault();
      show(n);
    });

  strip.addEventListener('keydown', (event) => {
    const to = pictures[shown() + stepOf(event)];
    if (!stepOf(event)) return;
    event.preventDefault();
    show(shown() + stepOf(event));
    to?.focus({ preventScroll: true });
  });

  strip.addEventListener(
    'scroll',
    () => {
      for (const [n, thumbnail] of thumbnails.entries())
        thumbnail.ariaCurrent = n === shown() ? 'true' : null;
    },
    { passive: true },
  );

  /** The dialog's script comes with the first picture that is opened; without it the link does what links do. */
  const zoom = async (n: number): Promise<void> => {
    try {
      const { openZoom } = await import('./zoom.ts');
      openZoom(n, (last) => {
        show(last, 'instant');
        pictures[last]?.focus({ preventScroll: true });
      });
    } catch {
      location.assign(pictures[n]?.href ?? '');
    }
  };
  for (const [n, picture] of pictures.entries())
    picture.addEventListener('click', (event) => {
      // With a modifier key the link opens the picture in a page of its own, as links do.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void zoom(n);
    });
}
