/** The dialog with the large pictures (Zoom.astro). The platform handles Escape and the return of the focus. */
import { pictureStrip, stepOf } from './picture-strip.dom.ts';

/** Created when the dialog first opens. */
let zoom: ((n: number) => void) | undefined;

/**
 * Opens the dialog at a picture; 0 is the first. @param onClose called with the last shown picture
 * @throws Error when the page has no dialog
 */
export function openZoom(n: number, onClose: (last: number) => void): void {
  zoom ??= makeZoom(onClose);
  zoom(n);
}

function makeZoom(onClose: (last: number) => void): (n: number) => void {
  const dialog = document.querySelector<HTMLDialogElement>('[data-zoom]');
  const slides = dialog?.querySelector<HTMLElement>('[data-slides]');
  const magnifier = dialog?.querySelector<HTMLElement>('[data-magnify]');
  const place = dialog?.querySelector('[data-place]');
  if (!dialog || !slides || !magnifier || !place) throw new Error('this page has no large pictures');
  const { shown, show } = pictureStrip(slides);
  const count = slides.childElementCount;
  /** The picture that is shown, or being scrolled to. */
  let current = 0;

  const say = (): void => {
    const text = `Picture ${current + 1} of ${count}`;
    if (place.textContent !== text) place.textContent = text;
  };

  /** @param at the centre of the magnified part, as fractions of width and height */
  const magnify = (on: boolean, at = { x: 0.5, y: 0.5 }): void => {
    dialog.toggleAttribute('data-magnified', on);
    magnifier.ariaPressed = String(on);
    const slide = slides.children[current];
    if (!slide) return;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = slide;
    slide.scrollTo(scrollWidth * at.x - clientWidth / 2, scrollHeight * at.y - clientHeight / 2);
    if (!on) show(current, 'instant');
  };
  const magnified = (): boolean => dialog.hasAttribute('data-magnified');

  const go = (n: number): void => {
    if (n < 0 || n >= count) return;
    current = n;
    say();
    show(n);
  };

  slides.addEventListener('scroll', () => {
    if (magnified() || !slides.clientWidth) return;
    current = shown();
    say();
  });
  slides.addEventListener('click', (event) => {
    const picture = (event.target as Element).closest('img')?.getBoundingClientRect();
    const at = picture && {
      x: (event.clientX - picture.left) / picture.width,
      y: (event.clientY - picture.top) / picture.height,
    };
    magnify(!magnified(), at);
  });
  dialog.addEventListener('keydown', (event) => {
    if (event.key === '+' || event.key === '=' || event.key === '-') magnify(event.key !== '-');
    // In a magnified picture the arrow keys scroll.
    else if (stepOf(event) && !magnified()) go(current + stepOf(event));
    else return;
    event.preventDefault();
  });
  magnifier.addEventListener('click', () => magnify(!magnified()));
  for (const button of dialog.querySelectorAll<HTMLElement>('[data-to]'))
    button.addEventListener('click', () => go(current + Number(button.dataset.to)));
  dialog.querySelector('[data-close]')?.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    magnify(false);
    onClose(current);
  });

  return (n) => {
    dialog.showModal();
    current = n;
    say();
    show(n, 'instant');
    (slides.children[n] as HTMLElement).focus({ preventScroll: true });
  };
}
