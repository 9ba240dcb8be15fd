/** The gallery: thumbnails and arrow keys scroll to a picture, the current one is marked, a click opens the zoom. */
import { loadPart, optional } from '#lib/load-part.dom.ts';
import { pictureStrip, stepOf } from './picture-strip.dom.ts';

export function startGallery(): void {
  const gallery = document.querySelector<HTMLElement>('[data-gallery]');
  const strip = gallery?.querySelector<HTMLElement>('[data-strip]');
  if (!gallery || !strip) return;
  const thumbnails = [...gallery.querySelectorAll<HTMLAnchorElement>('[data-thumbnail]')];
  const pictures = [...strip.querySelectorAll<HTMLAnchorElement>('[data-zoom-in]')];
  const { shown, show } = pictureStrip(strip);

  // From now on all pictures may load (Gallery.astro).
  for (const event of ['pointerover', 'focusin', 'scroll'])
    gallery.addEventListener(event, () => strip.setAttribute('data-near', ''), { capture: true, once: true });

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

  /** Opens the dialog, whose script is loaded on demand; if that fails, opens the picture itself. */
  const zoom = async (n: number): Promise<void> => {
    try {
      const { openZoom } = await loadPart(() => import('./zoom.dom.ts'), optional);
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
      // With a modifier key the link opens a new tab or window, as usual.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void zoom(n);
    });
}
